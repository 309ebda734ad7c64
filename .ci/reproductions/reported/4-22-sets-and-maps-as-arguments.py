"""A Set or a Map given as an argument arrives with what is in it, or is refused.

After: greptile's remark on Shishir435/ollama-client 404; same kind as Lua's tables
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("tag", schema={"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string"}}, "by": {"type": "object"}, "n": {"type": "integer"}}})]


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    text, error, _ = g.run('const seen = new Set(["x", "y"]); return await b.tag({tags: seen})')
    check('["x", "y"]' in text or (error and "GOT" not in text), "Set: " + text)
    text, error, _ = g.run('const m = new Map([["k", 1]]); return await b.tag({by: m})')
    check('{"k": 1}' in text or (error and "GOT" not in text), "Map: " + text)
    g.close()


main(Server, test)
