"""When things are due: deadlines, reminders, absences, pauses, and clocks that go wrong."""
