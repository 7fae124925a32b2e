"""When things are due: deadlines, reminders, absences, pauses."""
