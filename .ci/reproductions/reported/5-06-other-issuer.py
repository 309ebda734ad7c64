"""Metadata with another issuer is refused: the reason says that, and where the server wants a sign-in.

After: atlassian/atlassian-mcp-server 148, Swiggy/swiggy-mcp-server-manifest 88, latitude-dev/latitude-llm 3122
"""
from signin5 import *  # noqa: F403


class Server(Auth):
    def metadata(self):
        return {**super().metadata(), "issuer": self.origin() + "/auth"}


def test():
    cls = fresh(Server)
    home = home_of()
    config = write(home, "g.json", {"backends": {"srv": {"url": "http://127.0.0.1:%d/mcp" % serve(cls)}}})
    rc, out, seen = sign_in(home, config, "srv", timeout=60)
    last = out.strip().splitlines()[-1]
    check(rc == 0 or "issuer" in last or "/auth" in last, "gatemini auth: exit code %s, %s" % (rc, last[-250:]))
    rc, out, err = command(home, "call", "srv.echo", "{}", config=config)
    text = (out + err).strip()
    check("issuer" in text or "sign in" in text or "sign-in" in text, "a call: " + text[-330:])
    shutil.rmtree(home, ignore_errors=True)


main(test)
