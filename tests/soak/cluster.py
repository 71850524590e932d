"""A PostgreSQL of our own in a folder of its own, that can be stopped, killed and started again."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


class Missing(Exception):
    """No PostgreSQL here, or not the right to run it as its own user."""


@dataclass(frozen=True)
class Postgres:
    folder: Path
    programs: Path

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=40"
        self._run("pg_ctl", "-D", self.folder / "datos", "-o", options, "-w", "-t", "60", "-l", self.folder / "log", "start")

    def stop(self, mode: str = "immediate") -> None:
        """`immediate` is a crash in order: no checkpoint, what was committed comes back from the log."""
        self._run("pg_ctl", "-D", self.folder / "datos", "-m", mode, "-w", "stop")

    def kill(self) -> None:
        """SIGKILL to the server and all its processes; stopped first, so that it makes no other meanwhile."""
        parent = int((self.folder / "datos" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(parent, signal.SIGSTOP)
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        processes = [parent, *map(int, children)]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(map(_alive, processes)):
            time.sleep(0.01)
        for lock in (self.folder / "datos" / "postmaster.pid", *self.folder.glob(".s.PGSQL.*.lock")):
            lock.unlink()  # where nobody buries orphans, as in a container, they would seem to be a live server's

    def _run(self, program: str, *arguments: str | Path) -> None:
        subprocess.run(
            [self.programs / program, *arguments], user="postgres", cwd="/", check=True, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip


@contextlib.contextmanager
def postgres(fsync: bool = True) -> Iterator[Postgres]:
    """A server started; whatever happened to it, nothing of it is left at the end."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not programs or os.geteuid() != 0:
        raise Missing("falta PostgreSQL (apt install postgresql), o no somos root")
    folder = Path(tempfile.mkdtemp(prefix="reglario-pg-"))
    shutil.chown(folder, "postgres", "postgres")
    cluster = Postgres(folder, programs[-1])
    try:
        cluster._run("initdb", "-D", folder / "datos", "-A", "trust", "-U", "postgres", "--no-sync")
        with (folder / "datos" / "postgresql.conf").open("a") as settings:
            settings.write(f"\nfsync = {'on' if fsync else 'off'}\n")
        cluster.start()
        yield cluster
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
