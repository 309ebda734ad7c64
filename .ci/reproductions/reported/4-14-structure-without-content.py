"""A result with structuredContent and no content reaches clients as a valid result.

After: nicobailon/pi-mcp-adapter 605
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("structured"), tool("nothing")]

    def call(self, m, line):
        self.ok(m, {"structuredContent": {"n": 1}} if m["params"]["name"] == "structured" else {})


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    for code in ('{"tool":"b.structured","arguments":{}}', "return await b.structured({})", '{"tool":"b.nothing","arguments":{}}', "return await b.nothing({})"):
        text, error, result = g.run(code)
        check(isinstance(result.get("content"), list), code + " -> " + json.dumps(result))
        if "structured" in code:
            check('"n":1' in text.replace(" ", ""), "its text has the values: " + text)
    text, error, _ = g.run("const r = await b.nothing({}); return {r}")
    check("no JSON" not in text, "an empty result in a program: " + text)
    g.close()


main(Server, test)
