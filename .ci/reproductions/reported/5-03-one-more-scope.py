"""A tool needs one more scope: the sign-in that the refusal names asks for it.

After: anthropics/claude-code 44652, 19066, 28258
"""
from signin5 import *  # noqa: F403


class Server(Auth):
    need = None

    def prm(self):
        return {**super().prm(), "scopes_supported": ["read"]}

    def good(self, token, message):
        if token not in type(self).tokens:
            return False
        self.need = "write" if message.get("method") == "tools/call" else "read"
        return self.need in type(self).tokens[token].split()

    def refuse(self, token, message):
        if token in type(self).tokens:
            return self.reply(403, {"error": "insufficient_scope"}, headers={"WWW-Authenticate": 'Bearer error="insufficient_scope", scope="%s"' % self.need})
        super().refuse(token, message)


def test():
    cls = fresh(Server)
    home = home_of()
    config = write(home, "g.json", {"backends": {"srv": {"url": "http://127.0.0.1:%d/mcp" % serve(cls)}}})
    rc, out, seen = sign_in(home, config, "srv", timeout=90)
    check(rc == 0, "the first sign-in: %s" % out[-200:])
    g = Gateway(None, name="g.json", home=home).settled(10)
    text, error, _ = g.run({"tool": "srv.echo", "arguments": {}})
    check(error and "write" in text and "auth srv" in text, "a call says what to do: " + text[:200])
    rc, out, seen = sign_in(home, config, "srv", timeout=90)
    asked = [f.get("scope") for m, p, f in cls.log if p == "/authorize"]
    check("write" in str(asked[-1]).split(), "\"gatemini auth srv\" after that asks for the scopes %s, and before for %s" % (asked[-1], asked[0]))
    text, error, _ = g.run({"tool": "srv.echo", "arguments": {}})
    check(not error, "the call after the sign-in: " + text[:250])
    g.close()
    shutil.rmtree(home, ignore_errors=True)


main(test)
