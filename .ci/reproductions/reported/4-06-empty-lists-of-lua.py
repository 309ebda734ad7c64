"""Lua's {} for a list of texts is an empty list, never a list with the text "{}".

After: mpx/lua-cjson 78, leafo/lapis 648
"""
from harness4 import *  # noqa: F403


LIST = {"type": "array", "items": {"type": "string"}}


class Server(Backend):
    tools = [tool("label", schema={"type": "object", "properties": {"labels": LIST, "more": {"type": ["array", "null"], "items": {"type": "string"}},
                                                                    "deep": {"type": "object", "properties": {"ids": LIST}}, "map": {"type": "object"}}})]


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    for argument, want in (("labels = {}", {"labels": []}), ("more = {}", {"more": []}), ("deep = {ids = {}}", {"deep": {"ids": []}}), ("map = {}", {"map": {}})):
        text, error, _ = g.run("result(b.label({%s}):await())" % argument, language="lua")
        check("GOT " + json.dumps(want) in text, "%s: %s" % (argument, text))
    text, error, _ = g.run({"tool": "b.label", "arguments": {"labels": {}}})
    check('["{}"]' not in text, "an empty object for a list, as JSON: " + text)
    g.close()


main(Server, test)
