"""The command speaks Spanish: every help page, and one sentence with status 2 for each wrong call."""

import re

import pytest

from kb.cli import REGISTERS, main
from kb.console.arguments import Parser
from web import commands

WRONG = {
    "serch x": "kb: ORDEN no puede ser «serch»: ¿querías decir «search»? Mira «kb --help».",
    "": "kb: falta ORDEN. Mira «kb --help».",
    "show": "kb: falta ID. Mira «kb show --help».",
    "show xwing/ataque sobra": "kb: no se entiende sobra. Mira «kb --help».",
    "search x --limit muchas": "kb: --limit espera un número entero y no «muchas». Mira «kb search --help».",
    "search x --k dir": "kb: la opción --k puede ser --kind, --kb. Mira «kb search --help».",
    "search x --json=3": "kb: --json no lleva valor, y se le ha dado «3». Mira «kb search --help».",
    "build --out": "kb: --out espera un valor. Mira «kb build --help».",
    "lint --format xml c.jsonl": "kb: --format no puede ser «xml»; vale github, json, sarif, text. Mira «kb lint --help».",
    "lint --format jsn c.jsonl": "kb: --format no puede ser «jsn»: ¿querías decir «json»? Mira «kb lint --help».",
}
_ENGLISH = re.compile(r"\b(usage|options|arguments?|show|this|help message|default|required|optional|expected|invalid)\b")
_MUTE = re.compile(r"^  (?! )(?!.*\S  +\S).*\n(?!    )", re.M)
"""An argument's line with nothing beside it nor under it."""


def _called(words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(words.split(), (*REGISTERS, commands.register))
    assert isinstance(end.value.code, int)
    return end.value.code


@pytest.mark.parametrize("words", WRONG)
def test_a_wrong_call_is_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert _called(words) == 2
    assert capsys.readouterr() == ("", WRONG[words] + "\n")


def _commands(capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert _called("--help") == 0
    return re.findall(r"^    ([a-z-]+)\b", capsys.readouterr().out, re.M)


def test_every_help_page_is_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    commands = _commands(capsys)
    assert {"build", "search", "serve", "unanswered"} <= set(commands)
    for command in commands:
        assert _called(f"{command} --help") == 0
        page = capsys.readouterr().out
        assert page.startswith(f"uso: kb {command} ")
        assert not _MUTE.findall(page), "every argument says what it is"
        prose = re.sub(r"--[\w-]+|\{.*?\}|[«\"`].*?[»\"`]", "", page.replace(f"kb {command}", ""), flags=re.DOTALL)
        assert not _ENGLISH.findall(prose), page


def test_what_excludes_and_what_wants_company_is_told_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="kb prueba")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--uno", action="store_true")
    group.add_argument("--otro", action="store_true")
    parser.add_argument("--varios", nargs="+")
    told = []
    for words in ([], ["--uno", "--otro"], ["--uno", "--varios"]):
        with pytest.raises(SystemExit):
            parser.parse_args(words)
        told.append(capsys.readouterr().err.split(". Mira")[0])
    assert told == [
        "kb: falta una de estas opciones: --uno --otro",
        "kb: --otro no se puede usar con --uno",
        "kb: --varios espera al menos un valor",
    ]
