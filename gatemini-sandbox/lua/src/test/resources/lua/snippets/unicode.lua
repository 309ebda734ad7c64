---> char
print(utf8.char(72, 228, 8364, 128512), utf8.char(), #utf8.char(0), #utf8.char(0x7FFFFFFF), utf8.char(0x10FFFF) == "\u{10FFFF}", pcall(utf8.char, -1), pcall(utf8.char, 0x80000000), pcall(utf8.char, "x"))
---> charpattern
print(utf8.charpattern == "[\0-\x7F\xC2-\xFD][\x80-\xBF]*") for c in ("aä€"):gmatch(utf8.charpattern) do print(#c) end
---> len
print(utf8.len "", utf8.len "abc", utf8.len "aä€😀", utf8.len("aä€", 2), utf8.len("aä€", 2, 3), utf8.len("abc", 4), utf8.len("abc", -1), utf8.len("abc", 3, 2), pcall(utf8.len, "abc", 5), pcall(utf8.len, "abc", 1, 4), utf8.len("abc", 1, -2))
---> len of what is not UTF-8
print(utf8.len "\xff", utf8.len "ab\x80", utf8.len "\xe2\x82", utf8.len "\xc0\x80", utf8.len "\xed\xa0\x80", utf8.len("\xed\xa0\x80", 1, -1, true), utf8.len "\xf4\x90\x80\x80", utf8.len("\xf4\x90\x80\x80", 1, -1, true), utf8.len("\xfd\xbf\xbf\xbf\xbf\xbf", 1, -1, true), utf8.len("ä", 2))
---> codepoint
print(utf8.codepoint "a", utf8.codepoint("aä€", 1, -1), utf8.codepoint("abc", 3), utf8.codepoint("abc", 2, 1), pcall(utf8.codepoint, "abc", 4), pcall(utf8.codepoint, "\xff"), pcall(utf8.codepoint, "ä", 2), pcall(utf8.codepoint, "", 1), utf8.codepoint("\u{7FFFFFFF}", 1, 1, true), pcall(utf8.codepoint, "\u{7FFFFFFF}"))
---> offset
local s = "aä€x" print(utf8.offset(s, 1), utf8.offset(s, 2), utf8.offset(s, 3), utf8.offset(s, 4), utf8.offset(s, 5), utf8.offset(s, 6), utf8.offset(s, -1), utf8.offset(s, -2), utf8.offset(s, -5), utf8.offset(s, 0, 3), utf8.offset(s, 0, 1), utf8.offset(s, 1, 4), utf8.offset("", 1), utf8.offset("", 0))
---> offset errors
print(pcall(utf8.offset, "ä", 1, 2)) print(pcall(utf8.offset, "abc", 1, 10)) print(pcall(utf8.offset, "abc")) print(pcall(utf8.offset, "abc", 1.5)) print(pcall(utf8.offset, "abc", 1, -4)) print(utf8.offset("abc", 0, 4), utf8.offset("\x80\x80", 0, 2))
---> codes
for p, c in utf8.codes "aä€😀" do print(p, c) end for p, c in utf8.codes "" do print "never" end
---> codes of what is not UTF-8
print(pcall(function() for p, c in utf8.codes "a\xff" do print(p, c) end end)) print(pcall(function() for p, c in utf8.codes "\xe2\x82" do end end)) print(pcall(function() for p, c in utf8.codes "\u{D800}" do end end)) for p, c in utf8.codes("\u{D800}", true) do print(p, c) end print(pcall(function() for p, c in utf8.codes "ab\x80" do print(p, c) end end))
---> reverse by code points
local t = {} for _, c in utf8.codes "häß€" do table.insert(t, 1, utf8.char(c)) end print(table.concat(t))
---> identifiers are ASCII
print(load "local ä = 1") print(load "x = 'ä'")
---> code points over the plane
print(utf8.codepoint("\u{FFFF}\u{10000}", 1, -1), #"\u{FFFF}", #"\u{10000}", ("\u{10000}"):byte(1, -1))
---> argument errors
print(pcall(utf8.len)) print(pcall(utf8.codepoint)) print(pcall(utf8.codes)) print(pcall(utf8.char, {})) print(pcall(utf8.len, {})) print(pcall(utf8.codepoint, "a", "x"))
