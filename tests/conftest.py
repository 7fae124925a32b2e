"""What all tests share: none of them is timed, since machines are busy."""

from hypothesis import HealthCheck, settings

settings.register_profile("judge", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("judge")
