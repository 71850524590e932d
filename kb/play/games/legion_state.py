"""Legión: units with their tokens, wounds and keywords, and where each rule stands."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from kb.play.cite import Cite, cite
from kb.play.errors import PlayError
from kb.play.keywords import read_keyword
from kb.play.validation import Model

Natural = Annotated[int, Field(ge=0, le=100)]
ATTACK_FACES = ("impacto", "critico", "incremento", "vacia")
DEFENSE_FACES = ("bloqueo", "incremento", "vacia")
TOKENS = (
    "ataque_apuntado", "esquiva", "incremento", "alerta", "observacion", "humo", "acobardamiento", "herida", "dano_a_vehiculo",
    "iones", "veneno", "inmovilizacion", "escudo", "orden",
)  # fmt: skip

UPGRADE = cite("legion/lanzar-los-dados-de-ataque#r2", "mejorar")
ROLL = cite("legion/lanzar-los-dados-de-ataque#r3", "Tirar")
AIM = cite("legion/lanzar-los-dados-de-ataque#r5", "hasta dos dados")
CONVERT = cite("legion/lanzar-los-dados-de-ataque#r8", "incremento-de-ataque")
SUPPRESSED_COVER = cite("legion/aplicar-esquivas-y-cobertura#r7", "acobardada")
COVER_POOL = cite("legion/aplicar-esquivas-y-cobertura#r8", "dado blanco")
COVER = cite("legion/aplicar-esquivas-y-cobertura#r9", "anula")
DODGE = cite("legion/aplicar-esquivas-y-cobertura#r10", "Esquiva")
MODIFY = cite("legion/modificar-los-dados-de-ataque#r1", "atacante")
DEFENSE_POOL = cite("legion/lanzar-los-dados-de-defensa#r2", "dado de defensa")
CONVERT_DEFENSE = cite("legion/lanzar-los-dados-de-defensa#r5", "incremento-de-defensa")
PIERCED = cite("legion/modificar-los-dados-de-defensa#r1", "defensor")
COMPARE = cite("legion/comparar-los-resultados#r1", "restan")
SUPPRESSION = cite("legion/asignar-una-ficha-de-acobardamiento-al-defensor#r1", "Acobardamiento")
LEADER_LAST = cite("legion/sufrir-heridas-y-derrotar-miniaturas#r6", "líder")
WOUNDED_FIRST = cite("legion/sufrir-heridas-y-derrotar-miniaturas#r7", "más herida")
FALLEN = cite("legion/sufrir-heridas-y-derrotar-miniaturas#r3", "umbral")
RALLY = cite("legion/reagrupamiento#r1", "Acobardamiento")
PANIC = cite("legion/reagrupamiento#r5", "no puede realizar acciones")
PRIORITY = cite("legion/determinar-la-prioridad#r1", "prioridad")
BLUE = cite("legion/designar-al-jugador-azul#r2", "crítico")
CITES: tuple[Cite, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Cite))

# The entry of each keyword that acts here: its passage r1 says what it does.
KEYWORDS: Mapping[str, str] = {
    "perforante": "perforante-x", "critico": "critico-x", "precision": "precision-x", "antiblindaje": "antiblindaje-x",
    "letal": "letal-x", "deflagracion": "deflagracion", "alta_velocidad": "alta-velocidad", "primitiva": "primitiva",
    "tirador_de_primera": "tirador-de-primera-x", "embestida": "embestida-x", "cazador_de_jedi": "cazador-de-jedi",
    "punteria": "punteria", "dominio_de_jar_kai": "dominio-de-jar-kai", "duelista": "duelista",
    "antimaterial": "antimaterial-x",
    "antipersonal": "antipersonal-x", "aparatosa": "aparatosa", "muerte_desde_arriba": "muerte-desde-arriba",
    "ionica": "ionica-x",
    "completar_la_mision": "completar-la-mision", "dominio_de_makashi": "dominio-de-makashi", "blindaje": "blindaje",
    "blindaje_x": "blindaje-x", "cobertura": "cobertura-x", "inmune_a_perforante": "inmune-a-perforante",
    "inmune_a_perforante_en_cuerpo_a_cuerpo": "inmune-a-perforante-en-cuerpo-a-cuerpo", "duro_de_pelar": "duro-de-pelar",
    "sentido_del_peligro": "sentido-del-peligro-x", "suerte_increible": "suerte-increible-x", "escudado": "escudado-x",
    "capacidad_de_maniobra": "capacidad-de-maniobra", "bloqueo": "bloqueo", "desvio": "desvio", "furtivo": "furtivo",
    "dominio_de_soresu": "dominio-de-soresu", "indiferente": "indiferente", "inmune_a_deflagracion": "inmune-a-deflagracion",
    "punto_debil": "punto-debil-x-frontal-flancos-posterior", "inmune_a_desvio": "inmune-a-desvio", "indomito": "indomito",
    "dominio_de_djem_so": "dominio-de-djem-so", "fuego_de_contencion": "fuego-de-contencion", "regeneracion": "regeneracion-x",
    "guardian": "guardian-x", "asistencia": "asistencia", "astucia": "astucia",
    "observar": "observar-x", "autodestruccion": "autodestruccion-x", "poder_latente": "poder-latente", "rociada": "rociada",
    "seleccion_avanzada_de_blanco": "seleccion-avanzada-de-blanco-tipo-de-unidad-x", "disparo_lejano": "disparo-lejano-x",
    "divina_influencia": "divina-influencia", "pintada": "ficha-de-pintada",
}  # fmt: skip


def rule_of(keyword: str) -> Cite:
    return cite(f"legion/{KEYWORDS[keyword]}#r1", "")


class Unit(Model):
    jugador: str = ""
    miniaturas: Annotated[int, Field(ge=1, le=30)] = 1
    umbral: Annotated[int, Field(ge=1, le=30)] = 1
    """Wound threshold of each miniature."""
    heridas: Natural = 0
    """Wounds on the miniature that is wounded."""
    defensa: Literal["rojo", "blanco"] = "blanco"
    incremento_de_ataque: Literal["impacto", "critico"] | None = None
    incremento_de_defensa: bool = False
    aplomo: Natural | None = 1
    """None: «-», immune to panic."""
    fichas: dict[str, Natural] = Field(default_factory=dict)
    escudos_inactivos: Natural = 0
    cualidades: tuple[str, ...] = ()
    vehiculo: bool = False
    droide: bool = False
    derrotada: bool = False

    def has(self, token: str) -> int:
        return self.fichas.get(token, 0)

    def keyword(self, name: str) -> int:
        """Its number, 1 where it has none, 0 where the unit lacks it."""
        found = 0
        for text in self.cualidades:
            key, number = read_keyword(text)
            if (f"{key}_x" if key == "blindaje" and number else key) == name:
                found += number or 1
        return found

    def with_tokens(self, **changes: int) -> "Unit":
        tokens = {**self.fichas, **{k: max(0, self.has(k) + n) for k, n in changes.items()}}
        return self.model_copy(update={"fichas": {k: n for k, n in tokens.items() if n}})

    def suppressed(self) -> bool:
        return (
            not self.vehiculo and not self.droide and self.aplomo is not None and 0 < self.aplomo <= self.has("acobardamiento")
        )


class Battle(Model):
    """The units in play."""

    unidades: dict[str, Unit] = Field(default_factory=dict)

    def model_post_init(self, _: object) -> None:
        for name, unit in self.unidades.items():
            for token in unit.fichas:
                if token not in TOKENS:
                    raise PlayError(f"no existe la ficha «{token}» (unidad «{name}»)", "dado.unidades")

    def unit(self, name: str) -> Unit:
        if name not in self.unidades:
            raise PlayError(f"no hay ninguna unidad «{name}»")
        return self.unidades[name]

    def put(self, name: str, unit: Unit) -> "Battle":
        return self.model_copy(update={"unidades": {**self.unidades, name: unit}})
