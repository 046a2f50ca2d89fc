"""The port: frames in and out over USB serial, never waiting for whoever is at the other end."""

from select import POLLIN, POLLOUT, poll

from frames import LONGEST, decode

MOST_BYTES_A_TURN = 64  # so that a flood can't keep everything else from its turn
MOST_COUNT = 9999
LINE_FEED = 0x0A


def _polling(stream, what):
    polling = poll()
    polling.register(stream, what)
    return polling


class Port:
    """Two streams of bytes; `bad` counts the lines that could not be read."""

    def __init__(self, incoming, outgoing):
        self.bad = 0
        self._incoming = incoming
        self._outgoing = outgoing
        self._readable = _polling(incoming, POLLIN)
        self._writable = _polling(outgoing, POLLOUT)
        self._line = bytearray(LONGEST)
        self._length = 0
        self._unsent = b""

    def wait(self, ms):
        """Until something comes in, but no longer than that."""
        self._readable.poll(ms)

    def receive(self):
        """The frames that came in, each as its fields."""
        frames = []
        for _ in range(MOST_BYTES_A_TURN):
            if not self._readable.poll(0):
                break
            byte = self._incoming.read(1)
            if not byte:
                break
            if byte[0] == LINE_FEED:
                self._end_line(frames)
            else:
                self._add(byte[0])
        return frames

    def _add(self, byte):
        """A line that is too long goes on being too long until it ends."""
        if self._length < LONGEST:
            self._line[self._length] = byte
            self._length += 1

    def _end_line(self, frames):
        fields = decode(bytes(self._line[: self._length]).rstrip(b"\r"))
        self._length = 0
        if fields is not None:
            frames.append(fields)
        else:
            self.count_bad()

    def count_bad(self):
        """A line could not be read."""
        self.bad = min(self.bad + 1, MOST_COUNT)

    def send(self, line):
        """Send a line unless nobody takes it now; whether it was sent. What does not fit goes before the next one."""
        if self._unsent:
            self._write(self._unsent)
        if self._unsent or not self._writable.poll(0):
            return False
        self._write(line)
        return True

    def _write(self, data):
        count = self._outgoing.write(data) if self._writable.poll(0) else 0
        self._unsent = b"" if count is None else data[count:]
