"""Requests that are no requests are not told to the log: whoever sends them by the thousand would fill the disk."""

import logging

from aiohttp.http_exceptions import HttpProcessingError


class NoBadRequests(logging.Filter):
    """Lets everything through but aiohttp's complaints about what clients send."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is worth a line."""
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, HttpProcessingError)


REQUESTS = logging.getLogger("aiohttp.server")
REQUESTS.addFilter(NoBadRequests())
