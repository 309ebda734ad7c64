"""The file of GitHub's Copilot CLI loads: type "local", and "tools" names what agents may call.

After: github/copilot-cli 4323 (its own format)
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("read"), tool("remove")]


def test():
    g = Gateway({"mcpServers": {"all": dict(backend(), type="local", tools=["*"])}}, wait=False)
    try:
        g.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "r", "version": "1"}}, 30)
        g.settled()
        check("GOT" in g.run({"tool": "all.remove", "arguments": {}})[0], "type local, tools *")
    except Exception as e:
        check(False, "type local: %s" % e)
    g.close()
    g = Gateway({"mcpServers": {"one": dict(backend(), tools=["read"]), "none": dict(backend(), tools=[])}}).settled()
    check("GOT" in g.run({"tool": "one.read", "arguments": {}})[0], "what is named can be called")
    check("GOT" not in g.run({"tool": "one.remove", "arguments": {}})[0], "what is not named cannot")
    check("GOT" not in g.run({"tool": "none.read", "arguments": {}})[0], "an empty list allows nothing")
    g.close()


main(Server, test)
