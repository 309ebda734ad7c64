"""A tool's answer that is plain text and begins like JSON (a digit, a bracket, a quote) makes a program in Lua fail; in JavaScript it is a string."""
from common import *
conf = cfg("backends:\n" + shop()); s = client(conf, direct=True, wait="shop")
for t in ("2026-11-22T08:00:00 INFO started", "[FILE] a.txt", "000000 INFO", "1 2", "{} x", "\"a\" b", "true false", "3 files found", "-", "hello"):
    l = chain(s, "local x = shop.echo({text = %s}):await() return type(x) .. ' ' .. tostring(x)" % json.dumps(t), 30, language="lua")[0]; j = chain(s, "const x = await shop.echo({text: %s}); return (typeof x) + ' ' + x + (n => '')(1)" % json.dumps(t), 30)[0]
    check("%r in Lua" % t, "string " + t in l, l); check("%r in JavaScript" % t, "string " + t in j, j)
end()
