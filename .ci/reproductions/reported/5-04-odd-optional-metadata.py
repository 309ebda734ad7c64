"""A member of a server's metadata that nobody needs is odd (empty, relative): the sign-in works all the same.

After: modelcontextprotocol/python-sdk 1665 and 2076 (empty texts for optional addresses)
"""
from signin5 import *  # noqa: F403


class Empty(Auth):
    more = {"service_documentation": ""}

    def metadata(self):
        return {**super().metadata(), **type(self).more}


class Policy(Empty):
    more = {"op_policy_uri": "", "op_tos_uri": ""}


class Relative(Empty):
    more = {"service_documentation": "/docs/api"}


class Words(Empty):
    more = {"scopes_supported": "read write"}


class Keys(Empty):
    more = {"jwks_uri": ""}


def test():
    for kind in (Empty, Policy, Relative, Words, Keys):
        cls = fresh(kind)
        home = home_of()
        config = write(home, "g.json", {"backends": {"srv": {"url": "http://127.0.0.1:%d/mcp" % serve(cls)}}})
        rc, out, seen = sign_in(home, config, "srv", timeout=60)
        check(rc == 0, "%s: exit code %s, %s" % (json.dumps(kind.more), rc, out.strip().splitlines()[-1][-200:] if out.strip() else ""))
        shutil.rmtree(home, ignore_errors=True)


main(test)
