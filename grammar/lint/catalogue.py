"""Every diagnostic code with its title and severity: the table that `kb explain` and the docs page show."""
# ruff: noqa: E501  (a table of sentences reads best with one entry per line)

from dataclasses import dataclass

from grammar.diagnostics import Severity


@dataclass(frozen=True)
class Rule:
    code: str
    severity: Severity
    title: str
    about: str
    bad: str = ""
    good: str = ""


CATALOGUE: dict[str, Rule] = {
    rule.code: rule
    for rule in (
        Rule("KB001", "nota", "La redacción canónica es otra",
             "El texto se entiende, pero la redacción oficial de la edición 2.x lo diría de otra manera. `kb fmt` la escribe.",
             "Mientras realizas un ataque, lanza 1 dado adicional.", "Mientras efectúas un ataque, tira 1 dado adicional."),
        Rule("KB100", "error", "No hay texto, o es demasiado largo", "Un texto de carta tiene entre una palabra y unos pocos párrafos."),
        Rule("KB101", "error", "Texto que no se entiende",
             "La gramática no puede seguir desde la palabra señalada. El mensaje dice qué se esperaba allí.",
             "Puedes gastar 1 [carga] tirar 1 dado.", "Puedes gastar 1 [carga] para tirar 1 dado."),
        Rule("KB102", "error", "Partes que no encajan", "La frase está bien formada, pero sus partes no pueden ir juntas."),
        Rule("KB103", "error", "Verbo que no se usa así", "El verbo existe, pero no con esa forma en los textos de carta."),
        Rule("KB104", "error", "Complemento que el verbo no admite", "Cada verbo tiene sus complementos; éste no es uno de los suyos."),
        Rule("KB105", "error", "Construcción ambigua", "La frase se podría leer de dos maneras, así que no se lee de ninguna.",
             "Si estás dañado y el ataque falla o impacta, tira 1 dado.", "Si estás dañado, tira 1 dado."),
        Rule("KB106", "error", "Requisito de ataque que no es un icono", "Entre los paréntesis de «Ataque (…):» sólo van iconos.",
             "Ataque (Blanco fijado): Gasta 1 [carga].", "Ataque ([blanco-fijado]): Gasta 1 [carga]."),
        Rule("KB110", "error", "Una palabra no llega al efecto", "Todo número, icono, bando o negación debe estar en el efecto; si falta uno, el texto se rechaza."),
        Rule("KB111", "error", "La redacción canónica no se relee igual", "El compilador comprueba que lo que escribe vuelve a dar el mismo efecto. Aquí no, y lo dice."),
        Rule("KB201", "aviso", "Palabra desconocida", "La palabra no está en el vocabulario del juego. Si se parece a una sola, se lee como ésa y se avisa.",
             "Recibes 1 fihca de Evasión.", "Recibes 1 ficha de Evasión."),
        Rule("KB202", "aviso", "Término de otro juego", "La palabra pertenece a otro de los cinco juegos.",
             "Una figura amiga recibe 1 ficha de Evasión.", "Una nave aliada recibe 1 ficha de Evasión."),
        Rule("KB203", "aviso", "Mayúscula equivocada", "Los nombres de ficha, de fase y de carta llevan la mayúscula oficial.",
             "Recibes 1 ficha de concentración.", "Recibes 1 ficha de Concentración."),
        Rule("KB204", "aviso", "Redacción de aficionados u obsoleta", "Hay una palabra oficial para lo mismo.",
             "Puedes lanzar 1 dado de ataque.", "Puedes tirar 1 dado de ataque."),
        Rule("KB205", "aviso", "Falta un icono", "La frase espera un icono y no lo hay: se perdió al copiar.",
             "Añádete el espacio.", "Añádete el espacio [tripulación]."),
        Rule("KB206", "aviso", "Concordancia", "El artículo, el nombre y el adjetivo deben concordar en género y número.",
             "Recibes 2 ficha de Evasión.", "Recibes 2 fichas de Evasión."),
        Rule("KB207", "aviso", "Preposición de alcance", "Se escribe «a alcance», no «a rango», «en el rango» ni «a distancia».",
             "Elige 1 nave a rango 1.", "Elige 1 nave que tengas a alcance 1."),
        Rule("KB208", "aviso", "Número fuera de límites", "El alcance va de 0 a 5, la velocidad de 0 a 5 y la Iniciativa de 0 a 8.",
             "Elige 1 nave que tengas a alcance 1-7.", "Elige 1 nave que tengas a alcance 1-3."),
        Rule("KB209", "aviso", "Opción sin efecto", "Se ofrece elegir algo y después no se hace nada con lo elegido.",
             "Puedes elegir 1 nave aliada.", "Puedes elegir 1 nave aliada. Esa nave recibe 1 ficha de Evasión."),
        Rule("KB210", "aviso", "Coste que nadie puede pagar", "Las fichas naranjas y rojas no se gastan, y nada se paga con cero.",
             "Puedes gastar 1 ficha de Tensión para realizar una acción.", "Puedes gastar 1 ficha de Evasión para realizar una acción."),
        Rule("KB211", "aviso", "Referencia a nada", "«Si lo haces» o «esa nave» necesitan que antes se haya hablado de ello.",
             "Si lo haces, recibes 1 ficha de Evasión.", "Puedes gastar 1 [carga]. Si lo haces, recibes 1 ficha de Evasión."),
        Rule("KB212", "aviso", "«Cuando» donde va «mientras»", "Las erratas cambian «cuando» por «mientras» en los ataques y la defensa.",
             "Cuando te defiendes, tira 1 dado adicional.", "Mientras te defiendes, tira 1 dado adicional."),
        Rule("KB213", "aviso", "Capacidad duplicada", "La misma capacidad está dos veces en el texto."),
        Rule("KB214", "aviso", "Recordatorio que contradice la regla", "El paréntesis dice lo contrario que la frase.",
             "Puedes realizar una acción [impulso] (esto no es una acción).", "Puedes realizar un impulso (esto no es una acción)."),
        Rule("KB215", "aviso", "Puntuación", "Falta o sobra un espacio o un signo.", "Gasta 1 [carga]para tirar 1 dado.", "Gasta 1 [carga] para tirar 1 dado."),
        Rule("KB216", "nota", "Parece de otro juego", "El vocabulario del texto es el de otro juego."),
        Rule("KB217", "nota", "Se ignora en una carta de Despliegue Imperial", "En Leyendas nadie decide por el Imperio: sus capacidades que usan «poder» o «elegir» no cuentan."),
    )
}  # fmt: skip
