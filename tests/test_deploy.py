"""What we ship for running it agrees with the code: variables, limits, commands; the example environment is refused."""

import ast
import re
import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from sources import files, text_of, tree_of

from kb.cli import REGISTERS, parser
from kb.errors import StoreError
from tests.soak import installed
from web import commands
from web.guard.budgets import BUDGETS
from web.guard.secret import secret_key

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")
SERVICE = ("grammar", "kb", "web")
_NAME = re.compile(r"KB_[A-Z_]+\Z")


@cache
def variables_read(*packages: str) -> set[str]:
    """Every string of the code that is a variable's name."""
    nodes = (node for path in files(*packages) if "KB_" in text_of(path) for node in ast.walk(tree_of(path)))
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and _NAME.match(n.value)}


def environment() -> dict[str, str]:
    lines = (DEPLOY / "reglario.env.example").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_every_variable_is_told_and_every_told_one_is_read() -> None:
    service, tests = OPERATIONS.split("For tests and benches only:")
    told = [set(re.findall(r"^\| `(KB_[A-Z_]+)` \|", part, re.M)) for part in (service, tests)]
    read = variables_read(*SERVICE)
    assert told[0] | told[1] == read | variables_read("tests")
    assert told[0] <= read, "a variable of the service is read by the service"


def test_the_files_name_only_variables_that_exist() -> None:
    named = {name for path in DEPLOY.iterdir() for name in re.findall(r"\bKB_[A-Z_]+", path.read_text("utf-8"))}
    assert named <= variables_read(*SERVICE)


def test_the_example_environment_is_refused_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment().items():
        monkeypatch.setenv(name, value)
    with pytest.raises(StoreError, match="KB_SECRET"):
        secret_key()
    assert {value for name, value in environment().items() if "SECRET" in name or "TOKEN" in name} == {""}


@pytest.mark.parametrize(
    ("file", "pattern"),
    [("reglario.service", r"^ExecStart=\S+/kb (.+)$"), ("Containerfile", r"^ENTRYPOINT (.+)$")],
)
def test_the_command_is_understood(file: str, pattern: str) -> None:
    found = re.search(pattern, (DEPLOY / file).read_text("utf-8"), re.M)
    assert found is not None
    words = shlex.split(re.sub(r'[\[\],]|"kb"', " ", found[1]))
    args = parser((*REGISTERS, commands.register)).parse_args(words)
    assert args.kb == Path("/srv/reglario/actual.kb") and args.port == 8000


def test_nginx_lets_through_what_the_site_takes() -> None:
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    body = re.search(r"client_max_body_size (\d+)k;", text)
    headers = re.search(r"large_client_header_buffers \d+ (\d+)k;", text)
    assert body and int(body[1]) * 1024 == max(row.body for row in BUDGETS.values())
    assert headers and int(headers[1]) * 1024 > max(row.query for row in BUDGETS.values()) + 1024


def test_the_steps_of_the_container_can_be_done_in_a_folder(tmp_path: Path) -> None:
    """`make soak SOAK=installed` does them; here, that it finds them all and leaves none outside its folder."""
    steps = installed.instructions()
    assert [word for word, _ in steps].count("RUN") == (DEPLOY / "Containerfile").read_text("utf-8").count("\nRUN ")
    for word, rest in steps:
        paths = re.findall(r"(?<![\w.-])/[\w/.-]+", installed.moved(rest, tmp_path)) if word in ("RUN", "WORKDIR") else []
        assert all(path.startswith(str(tmp_path)) for path in paths), (word, paths)
    told = installed.environment(tmp_path)
    assert told["KB_ENV"] == "production" and told["KB_CACHE"].startswith(str(tmp_path)) and "PYTHONPATH" not in told


def test_the_container_copies_what_exists_and_comes_from_nowhere_in_particular() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    sources = [word for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.M) for word in line.split()[:-1]]
    assert sources and all((ROOT / source).exists() for source in sources)
    assert all("/" not in image for image in re.findall(r"^FROM (\S+)", text, re.M))
    user = re.findall(r"^USER (\d+):", text, re.M)
    assert user and user[-1] != "0"
    assert all(re.search(r"@sha256:[0-9a-f]{64}$", image) for image in re.findall(r"^FROM (\S+)", text, re.M))
    assert "pip install --no-deps --require-hashes -r requirements.txt" in text and text.count("pip install") == 2


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("falta systemd-analyze (apt install systemd)")
    text = (DEPLOY / "reglario.service").read_text("utf-8")
    unit = tmp_path / "reglario.service"
    unit.write_text(text.replace("/opt/reglario/bin/kb", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
