"""A 64-bit id keeps its digits in a program, or the call is refused; it never becomes another id.

After: cline/cline 9589, anthropics/claude-code 78762, oceanbase/powercontext 1098
"""
from harness4 import *  # noqa: F403


ID = 7960607143101464576


class Server(Backend):
    tools = [tool("get", schema={"type": "object", "properties": {"id": {"type": "integer"}, "n": {"type": "integer"}}}), tool("newest")]

    def call(self, m, line):
        if m["params"]["name"] == "newest":
            return self.ok(m, {"content": [{"type": "text", "text": json.dumps({"id": ID})}], "structuredContent": {"id": ID}})
        super().call(m, line)


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    for name, code in (("one call", "return await b.get({id: %d})" % ID),
                       ("a literal", "const n = 1; return await b.get({id: %d, n})" % ID),
                       ("a bigint", "const n = 1; return await b.get({id: %dn, n})" % ID),
                       ("from an answer", "const r = await b.newest({}); return await b.get({id: r.id})")):
        text, error, _ = g.run(code)
        told = error and "id" in text or "2^53" in text or "9007199254740991" in text
        check(str(ID) in text or (told and name != "a bigint"), name + ": " + text)
    text, error, _ = g.run("const r = await b.newest({}); return {theId: r.id}")
    check(str(ID) in text or error, "a field of an answer: " + text)
    g.close()


main(Server, test)
