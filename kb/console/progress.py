"""One line that says what is being done: in a terminal only, silence in a pipe."""

import shutil
import sys
from typing import TextIO


class Line:
    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.on = self.stream.isatty()

    def __call__(self, text: str) -> None:
        if self.on:
            width = shutil.get_terminal_size().columns - 1
            self.stream.write("\r\033[K" + text[:width])
            self.stream.flush()

    def clear(self) -> None:
        if self.on:
            self.stream.write("\r\033[K")
            self.stream.flush()
