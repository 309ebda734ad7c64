"""A program that ends with main() or with a value gives that value, or says that a return is missing.

After: cloudflare/cloudflare-os 210
"""
from harness4 import *  # noqa: F403


class Server(Backend):
    tools = [tool("echo")]


def hint(text):
    return "return" in text.replace("when the program returned", "")


def test():
    g = Gateway({"backends": {"b": backend()}}).settled()
    text, error, _ = g.run("async function main() {\n  const r = await b.echo({n: 2});\n  return r;\n}\nmain();")
    check("GOT" in text or hint(text), "main(); at the end: " + text)
    text, error, _ = g.run("async function main() {\n  await b.echo({n: 2});\n  console.log('done');\n}\nmain().catch(console.error);")
    check("done" in text or hint(text), "main().catch(..) at the end: " + text)
    for code in ("const r = await b.echo({n: 1});", "const r = await b.echo({n: 1}); r"):
        text, error, _ = g.run(code)
        check("GOT" in text or hint(text), "%s -> %s" % (code, text))
    g.close()


main(Server, test)
