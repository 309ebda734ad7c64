"""A file in a form can have a name: servers tell its kind by the ending.

After: diegosouzapw/OmniRoute 10588, laravel/ai 316, DevEmperor/DictateKeyboard 322 (a transcription service refuses files without an ending it knows)
"""
from harness5 import *  # noqa: F403


SEEN = []


class Api(Web):
    def serve(self):
        body = self.body()
        SEEN.append(body)
        name = re.search(rb'name="file"; filename="([^"]*)"', body)
        if not name or b"." not in name.group(1):
            return self.reply(400, {"error": {"message": "Unrecognized file format. Supported formats: ['flac', 'm4a', 'mp3', 'ogg', 'wav', 'webm']", "param": "file"}})
        self.reply(200, {"text": "heard " + name.group(1).decode()})


def test():
    home = home_of()
    schema = {"type": "object", "required": ["file", "model"], "properties": {"file": {"type": "string", "format": "binary", "description": "The audio file, with its name."}, "model": {"type": "string"}}}
    write(home, "api.json", {"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "servers": [{"url": "http://127.0.0.1:%d/v1" % serve(Api)}],
                             "paths": {"/audio/transcriptions": {"post": {"operationId": "createTranscription", "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}, "responses": {"200": {"description": "ok"}}}}}})
    g = Gateway({"backends": {"api": {"transport": "openapi", "document": "api.json"}}}, home=home, name="g.json").settled()
    info, _, _ = g.tool("tool_info", {"tool_name": "api.createTranscription", "detail": "full"})
    properties = json.loads(info)["input_schema"]["properties"]
    named = [p for p in properties if "name" in p.lower()] or "name" in json.dumps(properties["file"].get("properties") or properties["file"].get("anyOf") or {})
    wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="
    text, error, _ = g.run({"tool": "api.createTranscription", "arguments": {"file": wav, "model": "whisper-1"}})
    head = SEEN[-1].split(b"\r\n")[1].decode() if SEEN else ""
    check(not error or named, "sent: %s; came: %s; arguments: %s" % (head, text[:160], ", ".join(properties)))
    g.close()
    shutil.rmtree(home, ignore_errors=True)


main(test)
