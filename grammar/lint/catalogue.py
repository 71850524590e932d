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
             "Las palabras se conocen, pero ninguna lectura con sentido pasa de la palabra señalada: falta una palabra, sobra, o no concuerda, o el verbo no admite ese complemento.",
             "Puedes a alcance gastar.", "Puedes gastar 1 [carga] para tirar 1 dado."),
        Rule("KB103", "error", "Palabra que no se conoce",
             "La palabra o el icono no están en el vocabulario de este juego. Sin saber qué es no se adivina: corrígela, o añade tus nombres propios con `kb compile --nombres`.",
             "Recibes 1 ficha de Lluvia.", "Recibes 1 ficha de Iones."),
        Rule("KB104", "error", "Frase con demasiadas lecturas", "La frase se puede analizar de tantas maneras que no se siguen todas. Divídela en dos o tres frases."),
        Rule("KB105", "error", "Dos lecturas distintas", "La frase se puede leer de dos maneras que mandan cosas distintas, así que no se lee de ninguna. Escríbela de modo que sólo diga una.",
             "Retira 1 ficha de Tensión o 1 ficha de Iones y 1 ficha de Merma.", "Retira 1 ficha de Iones y 1 ficha de Merma."),
        Rule("KB106", "error", "Encabezado que no se conoce", "Lo que va delante de los dos puntos no abre una capacidad de este juego, o lo que lleva entre paréntesis no es un requisito.",
             "Acción (ruido): Gasta 1 [carga].", "Acción: Gasta 1 [carga]."),
        Rule("KB107", "error", "Nadie podría jugarlo", "La frase se entiende, pero manda algo imposible: una condición que no se cumple nunca, dos momentos que no coinciden, una cara que ese dado no tiene, una cantidad de cero, un «si lo haces» sin nada antes.",
             "Si estás dañado y no estás dañado, tira 1 dado.", "Si estás dañado, tira 1 dado."),
        Rule("KB108", "error", "No se sabe a qué se refiere", "Un pronombre, «esa nave», «su» o un sujeto que no se dice necesitan que antes se haya hablado de aquello a lo que señalan.",
             "Retírala.", "Elige 1 nave enemiga. Esa nave recibe 1 ficha de Merma."),
        Rule("KB109", "error", "Puede referirse a varias cosas", "Antes se ha hablado de más de una cosa a la que la palabra puede señalar. Di cuál.",
             "Elige 1 nave enemiga y 1 nave aliada. Esa nave recibe 1 ficha de Tensión.", "Elige 1 nave enemiga y 1 nave aliada. Esa nave aliada recibe 1 ficha de Tensión."),
        Rule("KB110", "error", "Una palabra no llega al efecto", "Todo lo que el texto nombra debe estar en el efecto; una lectura que pierde algo por el camino no se toma."),
        Rule("KB111", "error", "Línea mal escrita, o que no se relee igual",
             "En una línea de cualidades o de armas, algo falta, sobra o no va ahí; el mensaje dice qué. En una frase: se entiende, pero lo que el compilador escribe de vuelta no daría el mismo efecto, y no se da por bueno."),
        Rule("KB120", "aviso", "Falta un acento", "La palabra se conoce con su acento. Se lee igual; el arreglo lo pone.",
             "Despues de que te defiendas, tira 1 dado.", "Después de que te defiendas, tira 1 dado."),
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
        Rule("KB208", "aviso", "Número fuera de límites", "El alcance va de 0 a 5, y de menor a mayor.",
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
        Rule("KB217", "nota", "Se ignora en una carta de Despliegue Imperial", "En el modo cooperativo nadie decide por el Imperio: sus capacidades que usan «poder» o «elegir» no cuentan."),
        Rule("KB218", "aviso", "Forma del verbo", "El modo, la persona o el número del verbo no son los que pide la frase: «después de que» pide subjuntivo, «mientras» indicativo.",
             "Después de que te defiendes, puedes gastar 1 [carga] para retirar 1 ficha de Tensión.", "Después de que te defiendas, puedes gastar 1 [carga] para retirar 1 ficha de Tensión."),
        Rule("KB219", "aviso", "Signo sin su pareja", "Un corchete, un paréntesis o unas comillas se abren y no se cierran, o al revés.",
             "Puedes gastar 1 [carga para tirar 1 dado.", "Puedes gastar 1 [carga] para tirar 1 dado."),
        Rule("KB220", "aviso", "Falta o sobra una palabra", "Con una palabra pequeña más, o menos, la frase se entiende. Mira si es lo que querías decir.",
             "Puedes gastar 1 [carga] tirar 1 dado.", "Puedes gastar 1 [carga] para tirar 1 dado."),
        Rule("KB221", "aviso", "Número de una cualidad", "Unas cualidades llevan número y otras no."),
    )
}  # fmt: skip
