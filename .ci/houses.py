"""The houses of the gateway: which packages each has, which houses are below it, and how many code lines it may have."""

# House: the houses below it, and its packages under io.gatemini. The longest package that fits decides.
HOUSES = {
    "api": ("", ["", "config", "content", "spi", "stability", "text", "internal.async", "internal.engine", "internal.json",
                 "internal.process", "internal.surface.address", "internal.text"]),
    "mcp": ("api", ["mcp", "internal.peer", "internal.rounds"]),
    "core": ("api", ["internal.argument", "internal.backend", "internal.call", "internal.catalog", "internal.declaration",
                     "internal.inprocess", "internal.limit", "internal.plugin", "internal.prerequisite", "internal.presentation",
                     "internal.registration", "internal.retrieval", "internal.settings", "internal.state", "internal.trust"]),
    "answers": ("api core", ["internal.answer"]),
    "programs": ("api core answers", ["internal.program", "internal.composite"]),
    "surface": ("api core mcp programs", ["internal.surface"]),
    "engine": ("api core mcp answers programs surface", ["internal"]),
    "frameworks": ("api core mcp programs surface", ["adk", "langchain4j", "mcp.sdk", "offer", "springai"]),
    "auto": ("api core surface", ["auto"]),
    "stores": ("api", ["jdbc", "redis"]),
    "search": ("api", ["search"]),
    "lua": ("", ["sandbox.internal.lua.lib", "sandbox.internal.lua.syntax", "sandbox.internal.lua.value",
                 "sandbox.internal.lua.vm"]),
    "sandbox": ("api lua", ["sandbox"]),
    "stdio": ("api mcp", ["transport.stdio", "transport.cli", "transport.daemon"]),
    "http": ("api mcp", ["transport.http"]),
    "server": ("api mcp search sandbox stdio http", ["server"]),
}
HOUSE_OF = {package: house for house, (_, packages) in HOUSES.items() for package in packages}

# Code lines of main sources. They never rise, and stay when code shrinks: what is freed is the room of later features.
BOUNDS = {"api": 11_760, "mcp": 6_190, "core": 15_730, "answers": 4_300, "programs": 3_830, "surface": 6_710, "engine": 1_450}


def house_of(package):
    """The house of a package, its name without io.gatemini; None where the table has none."""
    while package not in HOUSE_OF and package:
        package = package.rpartition(".")[0] or None
    return HOUSE_OF.get(package)


def place_of(file):
    """The package of a source under io.gatemini and its simple name; None for other sources."""
    folder, java, path = file.partition("java/io/gatemini/")
    package, _, name = path.removesuffix(".java").replace("/", ".").rpartition(".")
    return (package, name) if java else None
