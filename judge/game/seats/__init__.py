"""Who plays: seats dealt, taken, stood in for and given up; how players prove who they are."""
