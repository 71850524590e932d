"""Actions for quantities, and for what stands before and after a noun."""

from collections.abc import Sequence
from typing import Any

from grammar.lexicon.load import Lexicon
from grammar.lexicon.words import Word
from grammar.meaning.actions.things import (
    At,
    Post,
    Pre,
    agree,
    is_rising,
    number_said,
)
from grammar.meaning.values import (
    Qty,
    Rango,
)  # fmt: skip


class Quantities:
    lexicon: Lexicon

    lenient: bool = False

    """A verb or a participle need not agree: for texts that no reading gets past otherwise."""

    @property
    def containers(self) -> tuple[str, ...]:
        """Sorts of places that «contain» what is in them."""
        return tuple(self.lexicon.data.get("containers", "").split())

    def qty(self, number: At) -> Sequence[Qty]:
        if number[1].gender == "m":
            return ()  # «un» is an article; as a number it is «uno»
        return (Qty("n", number[1].id),)

    def qty_least(self, *parts: At) -> Sequence[Qty]:
        return (Qty("al_menos", number_said(parts)),)

    def qty_most(self, *parts: At) -> Sequence[Qty]:
        total, most = parts[0][1].id == "total", any(word.cls == "COMO_MUCHO" for _, word in parts)
        return (Qty("hasta", number_said(parts), total, most),)

    def qty_exact(self, *parts: At) -> Sequence[Qty]:
        return (Qty("exacto", number_said(parts), parts[0][1].id == "total"),)

    def qty_beyond(self, word: At, number: At) -> Sequence[Qty]:
        return (Qty(word[1].id, number[1].id),)

    def qty_range(self, word: At) -> Sequence[Qty]:
        return (Qty("entre", word[1].id),) if is_rising(word[1].id) else ()

    def qty_only(self, _word: At) -> Sequence[Qty]:
        """«una sola unidad»: one and no more."""
        return (Qty("exacto", "1"),)

    def qty_or_none(self, number: At, _o: At, none: At) -> Sequence[Qty]:
        """«una o ninguna ficha»: one at most."""
        return (Qty("hasta", number[1].id),) if none[1].id == "ningun" and number[1].id == "1" else ()

    def qty_or(self, a: At, _o: At, b: At) -> Sequence[Qty]:
        low, high = a[1].id, b[1].id
        return (Qty("entre", f"{low}-{high}"),) if low.isdigit() and high.isdigit() and int(high) == int(low) + 1 else ()

    def qty_many(self, *parts: At) -> Sequence[Qty]:
        """«2, 3, 4 o 5»: a run of numbers."""
        numbers = [int(word.id) for _, word in parts if word.cls == "NUM" and word.id.isdigit()]
        if len(numbers) * 2 != len(parts) + 1 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
            return ()
        return (Qty("entre", f"{numbers[0]}-{numbers[-1]}"),)

    def pre_det(self, word: At) -> Sequence[Pre]:
        return (Pre("det", word[1], word[0]),)

    def pre_least(self, word: At) -> Sequence[Pre]:
        return (Pre("least", Qty("al_menos", "1"), word[0]),)

    def pre_most_other(self, _most: At, other: At, number: At) -> Sequence[Pre]:
        """«hasta otras 2 naves»."""
        told = (other[1].id, other[1].number) == ("otro", "p") and number[1].id != "1"
        return (Pre("most_other", Qty("hasta", number[1].id), other[0]),) if told else ()

    def pre_qty(self, qty: Qty) -> Sequence[Pre]:
        return (Pre("qty", qty, -1),)

    def pre_adj(self, word: At) -> Sequence[Pre]:
        if word[1].sort != "rasgo" and word[1].id in self.lexicon.data.get("two_kinds", "").split():
            return ()  # «la única figura» is the only one, «la figura única» a unique one
        return (Pre("adj", word[1], word[0]),)

    def _own_kind(self, word: Word) -> bool:
        """Whether an adjective after its noun has the game's sense, where it has another of its own."""
        return word.sort != "rasgo" or word.id not in self.lexicon.data.get("two_kinds", "").split()

    def post_adj(self, word: At) -> Sequence[Post]:
        return (Post("adj", (word[1],)),) if self._own_kind(word[1]) else ()

    def post_not(self, _no: At, word: At) -> Sequence[Post]:
        return (Post("not", word[1]),)

    def post_names(self, *words: At) -> Sequence[Post]:
        return (Post("names", tuple(word for _, word in words if word.cls == "NAME")),)

    def post_adj_o(self, *parts: At) -> Sequence[Post]:
        words = tuple(word for _, word in parts if word.cls == "ADJ")
        if len(words) > 2 and len({word.sort for word in words}) > 1:
            return ()  # a list of three is of one kind
        joint = "adj_y" if any(word.cls == "Y" for _, word in parts) else "adj_o"
        return (Post(joint, words),) if all(agree(words[0].number, word.number) for word in words) else ()

    def post_either(self, _word: At, _o: At, _no: At) -> Sequence[Post]:
        return (Post("nothing", None),)

    def post_both(self, *parts: At) -> Sequence[Post]:
        """«tanto aliada como enemiga»: whichever."""
        a, b = (word for _, word in parts if word.cls == "ADJ")
        return (Post("adj_o", (a, b)),) if agree(a.number, b.number) and a.sort == b.sort else ()

    def icons(self, icon: At) -> Sequence[tuple[str, tuple[Word, ...], int]]:
        return (("", (icon[1],), icon[0]),)

    def icons_many(self, *parts: At) -> Sequence[tuple[str, tuple[Word, ...], int]]:
        words = tuple(word for _, word in parts if word.cls in ("ICON", "WICON"))
        conj = next(word.id for _, word in reversed(parts) if word.cls in ("O", "Y", "SLASH", "NI"))
        if len({word.sort for word in words}) > 1 or len(set(words)) < len(words):
            return ()
        return (("o" if conj in ("o", "/", "ni") else "y", words, parts[0][0]),)

    def post_icons(self, *parts: Any) -> Sequence[Post]:
        return tuple(Post("icons", part) for part in parts if isinstance(part[0], str))

    def post_icons_of(self, *parts: At) -> Sequence[Post]:
        icons = [part for part in parts if part[1].cls == "ICON"]
        return (
            (Post("icons", ("o", tuple(word for _, word in icons), icons[0][0])),)
            if icons[0][1].sort == icons[1][1].sort
            else ()
        )

    def post_icon_list(self, *parts: At) -> Sequence[Post]:
        words = tuple(word for _, word in parts if word.cls == "ICON")
        if len({word.sort for word in words}) > 1 or len(set(words)) < len(words):
            return ()
        return (Post("icons", ("o", words, parts[0][0])),)

    def post_name(self, word: At) -> Sequence[Post]:
        return (Post("name", word[1]),)

    def post_yours(self, _word: At) -> Sequence[Post]:
        return (Post("yours", None),)

    def post_more(self, word: At) -> Sequence[Post]:
        return (Post("more", word[1].id),)

    def post_move(self, word: At) -> Sequence[Post]:
        return (Post("move", word[1].id),)

    def post_moves(self, *words: At) -> Sequence[Post]:
        told = ",".join(word.id for _, word in words if word.cls == "MANIOBRA")
        return (Post("moves" if any(word.cls == "Y" for _, word in words) else "move", told),)

    def post_num(self, word: At, *bound: At) -> Sequence[Post]:
        if word[1].sort == "letras" and word[1].id == "1":
            return ()  # «la fase Final una unidad …» is no phase 1
        return (Post("num", Rango(word[1].id, word[1].id, bound[0][1].id if bound else "a")),)

    def post_num_or(self, a: At, _o: At, b: At) -> Sequence[Post]:
        low, high = a[1].id, b[1].id
        return (Post("num", Rango(low, high)),) if low.isdigit() and high.isdigit() and int(high) == int(low) + 1 else ()

    def post_range(self, word: At) -> Sequence[Post]:
        low, high = word[1].id.split("-")
        return (Post("num", Rango(low, high)),) if is_rising(word[1].id) else ()

    def post_qty(self, word: At) -> Sequence[Post]:
        return (Post("qty", word[1].id),)

    def post_kind(self, word: At) -> Sequence[Post]:
        return (Post("kind", word[1].id),)
