"""Frames: one line of text each, with a checksum. See PROTOCOL.md."""

from array import array

LONGEST = 64  # bytes, line feed included
START = b"$"


def _table():
    """One step of CRC-16/IBM-3740 for every byte."""
    table = array("H", bytes(512))
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table[byte] = crc & 0xFFFF
    return table


TABLE = _table()


def crc16(data):
    """The checksum of some bytes."""
    crc = 0xFFFF
    for byte in data:
        crc = ((crc << 8) & 0xFFFF) ^ TABLE[(crc >> 8) ^ byte]
    return crc


def encode(*fields):
    """The line of these fields, as bytes."""
    body = ",".join([str(field) for field in fields])
    return ("$%s*%04X\n" % (body, crc16(body.encode()))).encode()


def decode(line):
    """The fields of a line without its line feed, as text; None if it is not one."""
    start = line.rfind(START)
    if start < 0 or len(line) - start < 7 or line[-5] != 0x2A:
        return None
    body = line[start + 1 : -5]
    if line[-4:] != b"%04X" % crc16(body):
        return None
    for byte in body:
        if not 0x20 < byte < 0x7F:
            return None
    return str(body, "ascii").split(",")


def number(text, most):
    """A field as a whole number up to `most`; None if it is not one."""
    if not text.isdigit() or (text[0] == "0" and text != "0"):
        return None
    value = int(text)
    return value if value <= most else None
