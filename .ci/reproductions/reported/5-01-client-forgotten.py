"""The authorization server has forgotten the gateway as a client: the next sign-in registers it again.

After: supabase/mcp 355, anthropics/claude-code 84614, punkpeye/mcp-remote 36
"""
from signin5 import *  # noqa: F403


class Server(Auth):
    def token(self, form):
        if form.get("grant_type") == "refresh_token":
            return self.reply(400, {"error": "invalid_grant", "error_description": "refresh token is unknown"})
        super().token(form)


def test():
    cls = fresh(Server)
    home = home_of()
    config = write(home, "g.json", {"backends": {"srv": {"url": "http://127.0.0.1:%d/mcp" % serve(cls)}}})
    rc, out, seen = sign_in(home, config, "srv", timeout=90)
    check(rc == 0, "the first sign-in: %s" % out[-200:])
    cls.tokens.clear(), cls.refreshes.clear(), cls.clients.clear(), cls.log.clear()  # its store is emptied
    rc, out, err = command(home, "call", "srv.echo", "{}", config=config)
    check("auth srv" in err, "a call says what to do: %s" % err[-160:])
    for i in range(2):
        rc, out, seen = sign_in(home, config, "srv", timeout=40)
        if rc == 0:
            break
    page = "%s %s" % (seen[1], seen[2]) if seen else "no page"
    check(rc == 0, "sign-in after that: exit code %s, the browser shows %s, registrations: %d" % (
        rc, page, len([1 for m, p, f in cls.log if p == "/register"])))
    shutil.rmtree(home, ignore_errors=True)


main(test)
