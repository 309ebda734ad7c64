"""An API answers 201 or 202 with nothing but Location: the address reaches the agent.

After: labsai/EDDI 688
"""
from harness5 import *  # noqa: F403


class Api(Web):
    def serve(self):
        self.body()
        if self.path.endswith("/start"):
            return self.reply(201, b"", None, {"Location": "/api/conversations/c-7731"})
        self.reply(202, b"", None, {"Location": "http://127.0.0.1/api/operations/op-9", "Retry-After": "5"})


def test():
    answers = {"201": {"description": "Created", "headers": {"Location": {"schema": {"type": "string"}}}}}
    home = home_of()
    write(home, "api.json", {"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "servers": [{"url": "http://127.0.0.1:%d/api" % serve(Api)}],
                             "paths": {"/agents/{id}/start": {"post": {"operationId": "start", "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}], "responses": answers}},
                                       "/exports": {"post": {"operationId": "export", "responses": {"202": {"description": "Accepted"}}}}}})
    g = Gateway({"backends": {"api": {"transport": "openapi", "document": "api.json"}}}, home=home, name="g.json").settled()
    text, error, result = g.run({"tool": "api.start", "arguments": {"id": "a1"}})
    check("c-7731" in json.dumps(result), "201: " + json.dumps(result)[:250])
    text, error, result = g.run({"tool": "api.export", "arguments": {}})
    check("op-9" in json.dumps(result), "202: " + json.dumps(result)[:250])
    g.close()
    shutil.rmtree(home, ignore_errors=True)


main(test)
