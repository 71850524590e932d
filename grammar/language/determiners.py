"""Words that introduce a noun: articles, possessives, quantities. phrase -> (D for a word, DQ for a quantity; id)."""


def _forms(id_: str, words: str) -> dict[str, tuple[str, str]]:
    return dict.fromkeys(words.split(), ("D", id_))


DETERMINERS: dict[str, tuple[str, str]] = {
    **_forms("un", "un una uno"),
    **_forms("el", "el la los las"),
    **_forms("este", "este esta estos estas"),
    **_forms("ese", "ese esa esos esas"),
    **_forms("tu", "tu tus"),
    **_forms("su", "su sus"),
    **_forms("cada", "cada"),
    **_forms("todo", "todo toda todos todas"),
    **_forms("cualquier", "cualquier cualquiera"),
    **_forms("algun", "algún alguna algunos algunas alguno"),
    **_forms("ningun", "ningún ninguna ninguno"),
    **_forms("ambos", "ambos ambas"),
    **_forms("otro", "otro otra otros otras"),
    **_forms("mismo", "mismo misma mismos mismas"),
    **_forms("dicho", "dicho dicha"),
    **_forms("demas", "demás"),
    "hasta": ("DQ", "hasta"),
    "un máximo de": ("DQ", "hasta"),
    "al menos": ("DQ", "al_menos"),
    "exactamente": ("DQ", "exactamente"),
    "más de": ("DQ", "mas_de"),
    "más": ("DQ", "mas"),
    "o más": ("DQ", "o_mas"),
    "o menos": ("DQ", "o_menos"),
    "cualquier cantidad de": ("DQ", "cualquiera"),
    "cualquier número de": ("DQ", "cualquiera"),
    "esa misma cantidad de": ("DQ", "misma"),
    "la misma cantidad de": ("DQ", "misma"),
    "exactamente esa misma cantidad de": ("DQ", "misma_exacta"),
    "tantos": ("DQ", "misma"),
    "tantas": ("DQ", "misma"),
    "una cantidad igual de": ("DQ", "misma"),
    "la cantidad total de": ("DQ", "total"),
    "la cantidad de": ("DQ", "cuantos"),
    "el número de": ("DQ", "cuantos"),
    "un número de": ("DQ", "cuantos"),
}
COUNTS: frozenset[str] = frozenset({"hasta", "al_menos", "exactamente", "mas_de", "menos_de"})
WHOLE: frozenset[str] = frozenset({
    "cualquiera", "misma", "misma_exacta", "total", "cuantos", "mas", "menos", "mayor", "menor", "tantos", "mayor_numero",
    "menor_numero", "uno_solo", "numero_de",
})  # fmt: skip
