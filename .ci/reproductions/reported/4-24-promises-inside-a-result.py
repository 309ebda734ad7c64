"""Promises inside of what a program returns are waited for, or are an error; they do not become {}.

After: withastro/flue 567
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    for code in ("return ['x', 'y'].map(n => b.echo({n}))", "return {files: ['x', 'y'].map(n => b.echo({n}))}", "const o = {a: b.echo({n: 1})}; return o"):
        text, error, _ = g.run(code)
        check("GOT" in text or error, "%s -> %s" % (code, text))
    g.close()


main(Server, test)
