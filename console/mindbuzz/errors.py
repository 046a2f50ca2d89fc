"""Every error that a person may see. One line each: the thing, the value, what to do."""


class MindbuzzError(Exception):
    """The root; its text is shown to people as it is."""


class ScenarioError(MindbuzzError):
    """A scenario file that can't be played."""


class ConfigError(MindbuzzError):
    """A configuration that can't be used."""


class PinError(MindbuzzError):
    """Pins that can't be reached, or not be relied on."""


class JournalError(MindbuzzError):
    """A journal that can't be read or written, or a game that is not in it."""


class NoJournal(JournalError):
    """A file that is not there, or that is no journal: another one was meant."""


class JournalDenied(JournalError):
    """A journal that is another user's to read, as a service's is."""


class WebError(MindbuzzError):
    """A web server that can't be started."""


class PodError(MindbuzzError):
    """A pod that is not there, can't be reached, or is not what was expected."""


class ControlError(MindbuzzError):
    """A running console that can't be asked, or that refuses."""


class NotRunning(ControlError):
    """There is no running console to ask."""


class InstallError(MindbuzzError):
    """A step of an installation that can't be done."""
