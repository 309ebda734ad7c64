"""A server's error for a resource or a prompt keeps its code: not found is not an internal error.

After: IBM/mcp-context-forge 5318 (errors of backends are to be passed on)
"""
from harness5 import *  # noqa: F403


class Server(Backend):
    capabilities = {"tools": {}, "resources": {}, "prompts": {}}

    def other(self, m):
        method = m.get("method")
        if method == "resources/list":
            return self.ok(m, {"resources": [{"uri": "note://7", "name": "n"}]})
        if method == "resources/templates/list":
            return self.ok(m, {"resourceTemplates": []})
        if method == "prompts/list":
            return self.ok(m, {"prompts": [{"name": "p"}]})
        if method == "resources/read":
            return self.raw(json.dumps({"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32002, "message": "Resource not found", "data": {"uri": "note://7"}}}) + "\n")
        if method == "prompts/get":
            return self.raw(json.dumps({"jsonrpc": "2.0", "id": m["id"], "error": {"code": -32602, "message": "Invalid params: topic is empty"}}) + "\n")
        super().other(m)


def test():
    g = Gateway({"mcpServers": {"b": backend()}}).settled()
    error = g.request("resources/read", {"uri": "note://7"}).get("error", {})
    check(error.get("code") in (-32002, -32602), "resources/read, the server said -32002: " + json.dumps(error)[:220])
    error = g.request("prompts/get", {"name": "b/p"}).get("error", {})
    check(error.get("code") == -32602, "prompts/get, the server said -32602: " + json.dumps(error)[:220])
    g.close()


main(test, Server)
