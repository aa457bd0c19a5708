"""The text of SSDs of SSP 2.0, piece by piece."""

UNITS = "".join(
    f'<ssc:Unit name="{name}"><ssc:BaseUnit {base}/></ssc:Unit>'
    for name, base in {
        "m": 'm="1"',
        "cm": 'm="1" factor="0.01"',
        "mm": 'm="1" factor="0.001"',
        "none": 'm="1" factor="0"',
        "N": 'kg="1" m="1" s="-2"',
        "K": 'K="1"',
        "degC": 'K="1" offset="273.15"',
        "degF": f'K="1" factor="{5 / 9!r}" offset="{273.15 - 32 * 5 / 9!r}"',
    }.items()
)
MASS, GAUGE = '<ssd:Component name="mass" source="mass.fmu">{}</ssd:Component>', '<ssd:Component name="gauge" source="gauge.fmu">{}</ssd:Component>'
S = '<ssd:Connectors><ssd:Connector name="s" kind="output"><ssc:Real{}/></ssd:Connector></ssd:Connectors>'
U = '<ssd:Connectors><ssd:Connector name="u" kind="input"><ssc:Real{}/></ssd:Connector></ssd:Connectors>'
CM, MM, N = ' unit="cm"', ' unit="mm"', ' unit="N"'


def linked(start: str, end: str, inside: str = "", more: str = "") -> str:
    """A connection between "element.connector" and the like, ".connector" of the system itself."""
    ends = {}
    for which, name in (("start", start), ("end", end)):
        element, _, connector = name.rpartition(".")
        ends |= ({f"{which}Element": element} if element else {}) | {f"{which}Connector": connector}
    attributes = " ".join(f'{key}="{value}"' for key, value in ends.items())
    return f"<ssd:Connection {attributes}{more}>{inside}</ssd:Connection>"


def binding(parameters: str, more: str = "", mapping: str = "") -> str:
    """Values bound inline."""
    values = f'<ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>{parameters}</ssv:Parameters></ssv:ParameterSet>'
    return f"<ssd:ParameterBinding{more}><ssd:ParameterValues>{values}</ssd:ParameterValues>{mapping}</ssd:ParameterBinding>"


def bound(*bindings: str) -> str:
    return f"<ssd:ParameterBindings>{''.join(bindings)}</ssd:ParameterBindings>"


def real(name: str, value: float, unit: str = "") -> str:
    attributes = f'value="{value}"' + (f' unit="{unit}"' if unit else "")
    return f'<ssv:Parameter name="{name}"><ssv:Real {attributes}/></ssv:Parameter>'


def mapping(*entries: str) -> str:
    return f'<ssd:ParameterMapping><ssm:ParameterMapping version="1.0">{"".join(entries)}</ssm:ParameterMapping></ssd:ParameterMapping>'


def system(elements: str, connections: str = "", before: str = "", name: str = "S") -> str:
    held = f"<ssd:Elements>{elements}</ssd:Elements>" + (f"<ssd:Connections>{connections}</ssd:Connections>" if connections else "")
    return f'<ssd:System name="{name}">{before}{held}</ssd:System>'
