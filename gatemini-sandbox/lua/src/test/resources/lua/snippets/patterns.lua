---> find
print(("hello world"):find "wor", ("hello"):find "l+", ("hello"):find "xyz", ("hello"):find("l", 4), ("hello"):find("", 3), ("hello"):find("", 10), ("hello"):find("", 6), ("a.b"):find(".", 1, true), ("a.b"):find("%."), ("hello"):find("l", -2))
---> find with captures
print(("key = value"):find "(%w+)%s*=%s*(%w+)", ("abc"):find "()b()", ("abc"):find "(b)(c)", ("2024-01-02"):match "(%d+)-(%d+)-(%d+)")
---> classes
for _, c in ipairs {"a", "c", "d", "g", "l", "p", "s", "u", "w", "x"} do local n, m = 0, 0 for i = 0, 255 do if string.char(i):find("%" .. c) then n = n + 1 end if string.char(i):find("%" .. c:upper()) then m = m + 1 end end print(c, n, m) end
---> sets
print(("abc123"):match "[a-c]+", ("abc123"):match "[^a-c]+", ("a-b"):match "[a-]+", ("]x"):match "[]]", ("^x"):match "[x^]+", ("a]b"):match "[^]]+", ("x%y"):match "[%%]", ("tab\t"):match "[%s]" == "\t", ("az"):match "[%a-z]+", ("-"):match "[a%-z]")
---> repetitions
print(("aaa"):match "a*", ("aaa"):match "a-", ("aaa"):match "a+", ("aaa"):match "a?", ("baaa"):match "a*", ("aaab"):match "a-b", ("<<x>>"):match "<(.-)>", ("<<x>>"):match "<(.*)>", ("ab"):match "a?b?c?")
---> anchors
print(("abc"):match "^a", ("abc"):match "^b", ("abc"):match "c$", ("abc"):match "b$", ("a$c"):match "a$c", ("a^c"):match "a^c", ("abc"):find("^b", 2), ("abc"):match "^abc$", (""):match "^$", ("$"):match "[$]")
---> balanced
print(("f(a(b)c)d"):match "%b()", ("((x)"):match "%b()", ("if x then y end"):match "%bie", ("[[a]]"):match "%b[]", ("aaa"):match "%baa")
---> frontiers
print(("THE (quick) fox"):find "%f[%a]%a+%f[%A]", ("hello world"):gsub("%f[%w]%w+", string.upper), ("x"):find "%f[%z]", ("ab"):gsub("%f[%a]", "<"))
---> back references
print(("abab"):match "(ab)%1", ([["it's"]]):match [[(["'])(.-)%1]], ("aa bb cd"):gsub("(%a)%1", "<%1>"), ("x=x"):match "^(%w)=%1$")
---> position captures
print(("hello"):match "()ll()", ("abc"):gsub("()", "%1"), (""):match "()", ("abc"):find("()c"))
---> match from a position
print(("abcabc"):match("b", 3), ("abcabc"):match("^b", 2), ("abc"):match("", 4), ("abc"):match("", 5), ("abc"):match(".", -1), ("abc"):match("()", math.maxinteger), ("abc"):match("()", math.mininteger))
---> gmatch
for w in ("one two three"):gmatch "%a+" do print(w) end for k, v in ("a=1, b=2"):gmatch "(%w+)=(%w+)" do print(k, v) end for p in ("abc"):gmatch "()" do print(p) end
---> gmatch of empty matches
local n = 0 for _ in ("abc"):gmatch "" do n = n + 1 end print(n) for m in ("abc"):gmatch "b*" do print("[" .. m .. "]") end for m in ("aXb"):gmatch "%u*" do print("[" .. m .. "]") end
---> gmatch with an anchor is literal
for m in ("abc"):gmatch "^a" do print(m) end for m in ("aaa"):gmatch "^a" do print(m) end print "end"
---> gmatch from a position
for w in ("a b c d"):gmatch("%a", 4) do print(w) end for w in ("abc"):gmatch("%a", -1) do print(w) end for w in ("abc"):gmatch("%a", 10) do print(w) end
---> gsub with a text
print(("hello"):gsub("l", "L"), ("hello"):gsub("l", "L", 1), ("hello"):gsub("l", "L", 0), ("hello"):gsub("", "-"), ("abc"):gsub("%w", "%0%0"), ("abc"):gsub("(a)(b)", "%2%1"), ("abc"):gsub(".", "%%"), ("a b"):gsub("%s", "%%20"))
---> gsub with a table
print(("$name is $age"):gsub("%$(%w+)", {name = "Bob", age = 42}), ("abc"):gsub("%w", {a = false, b = true and "B"}), ("abc"):gsub("(a)(b)", {a = "first"}))
---> gsub with a function
print(("abc"):gsub("%w", function(c) if c == "b" then return nil end return c:upper() end), ("abc"):gsub("()", function(p) return p end), ("a1b2"):gsub("(%a)(%d)", function(a, d) return d .. a end), ("x"):gsub("x", function() return false end))
---> gsub with a number
print(("abc"):gsub("b", 5), ("abc"):gsub("b", 1.5), ("a1"):gsub("%d", 7, 1))
---> gsub with a metatable
print(("a b"):gsub("%w", setmetatable({}, {__index = function(_, k) return k .. k end})))
---> gsub errors
print(pcall(string.gsub, "abc", "b", "%2")) print(pcall(string.gsub, "abc", "b", "%")) print(pcall(string.gsub, "abc", "b", "%x")) print(pcall(string.gsub, "abc", "b", {b = {}})) print(pcall(string.gsub, "abc", "b", function() return {} end)) print(pcall(string.gsub, "abc", "b")) print(pcall(string.gsub, "abc", "b", true)) print(pcall(string.gsub, "abc")) print(pcall(string.gsub, "abc", "b", "x", "y")) print(pcall(string.gsub, "abc", "b", print, 1.5))
---> malformed patterns
for _, p in ipairs {"[a", "[]", "[^]", "%", "(", ")", "(()", "%1", "(a)%2", "%b", "%bx", "%f", "%fa", "[a%", "[%", "a)", "(a", "((a)", "[[:alpha:]", "%f[", "%9", "%0"} do print(p, pcall(string.find, "abc", p)) end
---> too many captures
print(pcall(string.find, ("a"):rep(40), ("(a)"):rep(33))) print(select("#", ("a"):rep(40):find(("(a)"):rep(32))))
---> too complex patterns
print(pcall(string.match, ("a"):rep(300000), ("a?"):rep(300000) .. "b"))
---> patterns with nul
print(("a\0b"):find "\0", ("a\0b"):match "[\0]" == "\0", ("a\0b"):gsub("%z", "Z"), ("a\0\0b"):match "\0+" == "\0\0", ("a\0b"):find("b", 1, true))
---> special characters quoted
print(("a.b*c"):gsub("[%.%*]", "%%%0"), ("1+1=2"):find("1+1", 1, true), ("f(x)"):match "%((.-)%)", ("50%"):match "%d+%%")
---> csv
local out = {} for field in ("a,\"b c\",,d"):gmatch "([^,]*)" do out[#out + 1] = "[" .. field .. "]" end print(table.concat(out))
---> url decoding
print((("a%20b%2Fc+d"):gsub("+", " "):gsub("%%(%x%x)", function(h) return string.char(tonumber(h, 16)) end)))
---> template
local function render(t, env) return (t:gsub("{{(.-)}}", function(k) return tostring(env[k:match "^%s*(.-)%s*$"]) end)) end print(render("Hi {{ name }}, {{n}}!", {name = "Al", n = 5}))
---> words
local n = {} for w in ("It's a well-known fact"):gmatch "[%a'-]+" do n[#n + 1] = w end print(#n, table.concat(n, "|"))
---> captures in repetition
print(("abc"):match "((a)(b))c", ("abc"):match "(a*(.)%w(%s*))", ("  x"):match "^(%s*)(.-)%s*$")
---> nested captures
print(("2024-05"):match "((%d+)-(%d+))", ("abcd"):match "(a(b(c(d))))", ("x"):match "(((x)))")
---> greedy and lazy
print(("[[x]] [[y]]"):match "%[%[(.-)%]%]", ("[[x]] [[y]]"):match "%[%[(.*)%]%]", ("aXbXc"):match "^(.-)X", ("aXbXc"):match "^(.*)X")
---> find plain from positions
print(("aXbXc"):find("X", 3, true), ("abc"):find("", 4, true), ("abc"):find("", 5, true), ("abc"):find("c", -1, true), ("a[b"):find("[", 1, true), ("abc"):find("b", nil, true))
---> replacement anchored
print(("aaa"):gsub("^a", "b"), ("hello world"):gsub("o$", "0"), ("x x"):gsub("^%w", "%0%0"), ("abc"):gsub("$", "!"), ("abc"):gsub("^", ">"))
---> replace with a percent in the subject
print(("100%"):gsub("%%", " percent"), ("%d"):gsub("%%d", "%%s"))
---> hexadecimal dumps
print((("Hi\n"):gsub(".", function(c) return ("%02x "):format(c:byte()) end)))
---> the class of letters is ASCII
print(("\xE4b"):match "%a", ("\xE4"):find "%w", ("\xE4"):find "%p", ("\xA0"):find "%s", ("\x7F"):find "%c", ("\x80"):find "%c")
---> ranges of bytes
print(("\x80\xFF"):match "[\x80-\xFF]+" == "\x80\xFF", ("m"):find "[z-a]", ("b"):find "[a-a]", ("-"):find "[--a]", ("a"):find "[%w-]")
