"""Servers that start in a moment: this process has loaded the program, and each line «port» makes a copy of it that serves.

A copy leads a process group of its own, as a server of a service manager does, and is killed as one. Its number is printed.
"""

import os
import signal
import sys

from web.app import create_app
from web.server import serve

WARM = create_app
"""Loaded here, so that no copy has to."""


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that were killed
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(0, 1)
            os.dup2(0, 2)
            serve("127.0.0.1", int(line), 1)
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main()
