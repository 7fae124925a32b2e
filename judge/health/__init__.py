"""The judge looked after: its clock, outages, copies, passes that broke, the nightly look."""
