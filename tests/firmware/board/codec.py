"""The firmware's codec on its own: lines come in, in hexadecimal; out goes what it makes of each, and of that again."""

import sys
from binascii import unhexlify

from frames import decode, encode

for text in sys.stdin:
    fields = decode(unhexlify(text.strip()))
    print("-" if fields is None else "%s %s" % (",".join(fields), encode(*fields).decode().strip()))
