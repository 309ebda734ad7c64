"""Templates of resources are found by a search, as resources are; some servers offer nothing else.

After: apify/apify-mcp-server 1096 (clients could not learn of addresses with variables), punkpeye/mcp-proxy 3
"""
from harness5 import *  # noqa: F403


class Server(Backend):
    capabilities = {"tools": {}, "resources": {}}
    tools = [tool("echo")]

    def other(self, m):
        if m.get("method") == "resources/list":
            return self.ok(m, {"resources": [{"uri": "orders://open", "name": "open orders", "description": "All open orders of the shop."}]})
        if m.get("method") == "resources/templates/list":
            return self.ok(m, {"resourceTemplates": [{"uriTemplate": "invoices://{invoiceId}", "name": "invoice", "description": "One invoice by its number."}]})
        super().other(m)


def test():
    g = Gateway({"mcpServers": {"b": backend()}}).settled()
    text, _, _ = g.tool("search_tools", {"task_description": "open orders of the shop", "kind": "resource"})
    check("orders://open" in text, "a resource: " + text[:200].replace("\n", " "))
    for kind in ("resource", "any"):
        text, _, _ = g.tool("search_tools", {"task_description": "one invoice by its number", "kind": kind})
        check("invoices://" in text, "a template, kind %s: %s" % (kind, text[:200].replace("\n", " ")))
    g.close()


main(test, Server)
