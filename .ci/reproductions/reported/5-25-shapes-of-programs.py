"""Programs in the shapes in which models write them: one async function, an empty export, a fence below a sentence.

After: cloudflare/agents 1203 (programs are one async function there), mksglu/context-mode 45 (export beside top-level code)
"""
from harness5 import *  # noqa: F403


class Server(Backend):
    tools = [tool("items")]

    def call(self, m, line):
        self.ok(m, self.text('{"items": [{"id": 10}, {"id": 11}]}'))


P = [("async () => {...}", "async () => {\n  const r = await b.items({});\n  return r.items.length;\n}"),
     ("export {} at the end", "const r = await b.items({});\nreturn r.items.length;\nexport {};"),
     ("export const beside return", "export const r = await b.items({});\nreturn r.items.length;"),
     ("a sentence and a fence", "Here is the program:\n\n```ts\nconst r = await b.items({});\nreturn r.items.length;\n```")]


def test():
    g = Gateway({"mcpServers": {"b": backend()}}).settled()
    for what, code in P:
        text, error, _ = g.run(code)
        check(text.strip() == "2" or text.strip().endswith("\n2"), "%s: %s" % (what, text[:230].replace("\n", " | ")))
    g.close()


main(test, Server)
