"""A token endpoint that says its error with status 200 is quoted; a token in form encoding is read.

After: redhat-data-and-ai/template-agent 265, QwenLM/qwen-code 5355
"""
from signin5 import *  # noqa: F403


class Refused(Auth):
    def issued(self, answer, form):
        return 200, {"error": "incorrect_client_credentials", "error_description": "The client_id and/or client_secret passed are incorrect."}


class Form(Auth):
    def issued(self, answer, form):
        return 200, (urllib.parse.urlencode(answer), "application/x-www-form-urlencoded")


def test():
    for kind in (Refused, Form):
        cls = fresh(kind)
        home = home_of()
        config = write(home, "g.json", {"backends": {"srv": {"url": "http://127.0.0.1:%d/mcp" % serve(cls)}}})
        rc, out, seen = sign_in(home, config, "srv", timeout=60)
        last = out.strip().splitlines()[-1][-200:]
        if kind is Refused:
            check("incorrect_client_credentials" in last, "an error by 200: " + last)
        else:
            check(rc == 0 or "form" in last or "JSON" in last, "a form: exit code %s, %s" % (rc, last))
        shutil.rmtree(home, ignore_errors=True)


main(test)
