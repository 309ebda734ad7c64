"""Completions of a server reach the client as they are, with total and hasMore.

After: IBM/mcp-context-forge 5254 and 5318
"""
from harness5 import *  # noqa: F403


class Server(Backend):
    capabilities = {"prompts": {}, "completions": {}, "resources": {}, "tools": {}}

    def other(self, m):
        if m.get("method") == "prompts/list":
            return self.ok(m, {"prompts": [{"name": "weather", "arguments": [{"name": "city"}]}]})
        if m.get("method") in ("resources/list", "resources/templates/list"):
            return self.ok(m, {"resources": [], "resourceTemplates": [{"uriTemplate": "city://{name}", "name": "city"}]})
        if m.get("method") == "completion/complete":
            # a server that knows spellings and abbreviations, with more pages
            return self.ok(m, {"completion": {"values": ["M\u00fcnchen", "Munich", "Mu\u00f1oz", "New York City"], "total": 250, "hasMore": True}})
        super().other(m)


def test():
    g = Gateway({"mcpServers": {"b": backend()}}).settled()
    for ref, name in (({"type": "ref/prompt", "name": "b/weather"}, "city"), ({"type": "ref/resource", "uri": "city://{name}"}, "name")):
        for typed in ("mun", "nyc"):
            answer = g.request("completion/complete", {"ref": ref, "argument": {"name": name, "value": typed}})
            c = answer.get("result", {}).get("completion", {})
            check(c.get("values") == ["M\u00fcnchen", "Munich", "Mu\u00f1oz", "New York City"] and c.get("total") == 250 and c.get("hasMore") is True,
                  "%s, typed %s: %s" % (ref["type"], typed, json.dumps(c or answer, ensure_ascii=False)))
    g.close()


main(test, Server)
