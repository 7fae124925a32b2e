"""Sentences held against the board: typed words in, canonical orders or problems out.

``letter`` reads the sentences of a letter together, ``meaning`` one of them by its verb. A reader
is a ``Choice`` (the one legal order of all that the words can mean) in a ``Season`` (what the phase
allows) on a ``Ground`` (the units and places that the words can mean). ``nearly`` finds what a
refused sentence may have meant.
"""
