"""Parts of rules that several variants share: minors, points, influence, ferries, air."""
