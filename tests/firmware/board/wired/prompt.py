"""MicroPython's prompt on a board that is not there: its raw mode, as mpremote speaks it, on standard input and output.

The working folder is the board's file system. It ends with status 3 when the board is reset.

usage: micropython prompt.py "WHAT THE BOARD SAYS IT IS"
"""

import io
import os
import sys

import machine  # noqa: F401 - which needs the real sys

RAW = b"raw REPL; CTRL-B to exit\r\n>"
FRIENDLY = b'\r\nMicroPython on a board that is not there\r\nType "help()" for more information.\r\n>>> '


class Implementation:
    name = "micropython"
    version = (1, 28, 0)
    _mpy = 4870
    _machine = sys.argv[1]


class Sys:
    """`sys` as code on the board sees it."""

    implementation = Implementation
    platform = "rp2"
    version = "3.4.0; MicroPython"
    stdin = sys.stdin
    stdout = sys.stdout
    stderr = sys.stderr
    path = sys.path
    modules = sys.modules

    @staticmethod
    def print_exception(fault, file=sys.stdout):
        sys.print_exception(fault, file)


class Os:
    """`os` as on the board, where the empty path is the root of its own file system."""

    def __getattr__(self, name):
        return getattr(os, name)

    def stat(self, path):
        return os.stat(path or ".")


def write(data):
    sys.stdout.buffer.write(data)


def execute(code, space):
    write(b"OK")
    fault_text = io.StringIO()
    try:
        exec(code, space)
    except SystemExit:
        raise
    except BaseException as fault:
        sys.print_exception(fault, fault_text)
    write(b"\x04" + fault_text.getvalue().encode() + b"\x04>")


def serve():
    space = {"__name__": "__main__"}
    raw, code = False, b""
    write(FRIENDLY)
    while True:
        byte = sys.stdin.buffer.read(1)
        if not byte:
            return
        if byte == b"\x01":
            raw, code = True, b""
            write(RAW)
        elif byte == b"\x02":
            raw, code = False, b""
            write(FRIENDLY)
        elif byte == b"\x03":
            code = b""
        elif byte == b"\x04" and raw:
            execute(code, space)
            code = b""
        elif raw:
            code += byte
            if code == b"\x05A\x01":  # nothing but the simple raw mode here
                write(b"R\x00")
                code = b""


sys.modules["sys"] = Sys
sys.modules["os"] = Os()
serve()
