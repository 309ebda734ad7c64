---> sub
local s = "hello" print(s:sub(2), s:sub(2, 3), s:sub(-3), s:sub(-3, -2), s:sub(0), s:sub(10), s:sub(3, 2), s:sub(-100, 100), s:sub(math.mininteger, math.maxinteger), s:sub(2.0, "3"))
---> sub errors
print(pcall(string.sub)) print(pcall(string.sub, "x")) print(pcall(string.sub, "x", 1.5)) print(pcall(string.sub, "x", "a")) print(pcall(string.sub, {}, 1)) print(pcall(string.sub, "x", 1, {}))
---> byte and char
print(("abc"):byte(), ("abc"):byte(2), ("abc"):byte(-1), ("abc"):byte(10), ("abc"):byte(1, -1)) print(string.char(), string.char(72, 105), pcall(string.char, 256), pcall(string.char, "x"), pcall(string.char, 65, -1))
---> rep
print(("ab"):rep(3), ("ab"):rep(0), ("ab"):rep(-1), ("ab"):rep(3, ","), ("ab"):rep(1, ","), (""):rep(100), ("x"):rep(2.0))
---> rep that is too large
print(pcall(string.rep, "x", 1 << 62)) print(pcall(string.rep, "ab", math.maxinteger))
---> reverse, upper, lower, len
print(("abc"):reverse(), (""):reverse(), ("aBc1"):upper(), ("aBC1"):lower(), ("abc"):len(), #"a\0b", ("\xE4"):upper() == "\xE4", string.len(123))
---> comparison
print("a" < "b", "a" < "B", "" < "a", "a" < "aa", "Z" < "a", "a\0b" < "a\0c", "a\0" > "a", "10" < "9", "a" <= "a", "\xff" > "a")
---> tostring
print(tostring(nil), tostring(true), tostring(12), tostring(1.0), tostring(-0.0), tostring "x", tostring(1e100), tostring(2^63), tostring(math.mininteger)) print((tostring(print):gsub("0?x?%x+$", "ADDR")), (tostring({}):gsub("0x%x+", "ADDR")))
---> tonumber
for _, s in ipairs {"10", " 10 ", "1e2", "0x1F", "0x.8", "1.", ".5", "", " ", "1 2", "1e", "0x", "inf", "nan", "1_0", "- 1", "-1", "+1", "--1", "0x-1", "-0x10", "1e1e1", "0xAp1", "\t5\n", "5\0", "1e400", "-0", "-0.0", "9223372036854775808", "1,5"} do print(s:gsub("%c", "?"), tonumber(s)) end
---> tonumber with a base
print(tonumber("10", 2), tonumber("ff", 16), tonumber("FF", 16), tonumber("zz", 36), tonumber("8", 8), tonumber(" -7 ", 8), tonumber("", 10), tonumber("1.5", 10), tonumber("7fffffffffffffff", 16), tonumber("ffffffffffffffff", 16), tonumber("1e1", 16), tonumber("0x10", 16), tonumber("- 1", 10), tonumber("--1", 10), tonumber("1 1", 10))
---> tonumber errors
print(pcall(tonumber)) print(pcall(tonumber, 10, 2)) print(pcall(tonumber, "1", 1)) print(pcall(tonumber, "1", 37)) print(pcall(tonumber, "1", "x")) print(tonumber(nil)) print(tonumber {}) print(tonumber(true), tonumber(5), tonumber(5.5)) print(pcall(tonumber, nil, 10)) print(pcall(tonumber, {}, 10))
---> format of integers
print(("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%x|%X|%#x|%o|%i|%c"):format(42, 42, 42, 42, 42, 42, 42, 255, 255, 255, 8, 7, 65)) print(("%d"):format(3.0), ("%d"):format("10"), ("%x"):format(-1), ("%d"):format(math.mininteger), ("%5.2d|%-8.3d|"):format(3, 4), ("%#o"):format(8))
---> format of floats
print(("%f|%.2f|%10.3f|%-10.1f|%+.1f|%e|%.0e|%E|%g|%G|%.3g|%#g|%a|%.1a|%A"):format(3.14159, 3.14159, 3.14159, 3.14159, 3.14159, 31415.9, 31415.9, 0.00031, 1e20, 1e-10, 1234567, 1.0, 1.0, 0.1, 255.5))
---> format of special floats
print(("%f %e %g %a %.1f %5.1f|%-6f|%06f|%+f"):format(1/0, -1/0, 1/0, -1/0, 1/0, 1/0, 1/0, 1/0, 1/0)) print(("%.14g %.17g %.3f %.20f %5.0f|%g %g"):format(0.1, 0.1, 2.0005, 0.1, 2.5, 100000, 1000000)) print(("%.0f %.0f %.0f %.0f"):format(0.5, 1.5, 2.5, 3.5))
---> format of strings
print(("%s|%10s|%-10s|%.2s|%10.2s|%s"):format("abc", "abc", "abc", "abc", "abc", nil)) print(("%s %s %s"):format(true, 12, 1.5), ("%s"):format(setmetatable({}, {__tostring = function() return "obj" end}))) print(("%5s|%-5s|%.0s|"):format("abcdefg", "ab", "xyz"))
---> format of quoted values
print(("%q"):format('a "quoted"\n\\ \0 \r \t \1272')) print(("%q %q %q %q %q"):format(1, 1.5, true, nil, math.mininteger)) print(("%q %q %q"):format(1/0, -1/0, 0.1), ("%q"):format(0/0)) print(pcall(string.format, "%q", {})) print(pcall(string.format, "%5q", "x"))
---> format of percent and position
print(("%%|%d%%"):format(5), ("%s%s%s"):format(1, 2, 3), ("%-3d|"):format(5), ("no directives"):format(1, 2))
---> format errors
for _, f in ipairs {"%d", "%s", "%", "%y", "%10", "%.", "%-", "%123d", "%.123d", "%0.1000f", "%#d", "%+s", "%0s", "% x", "%++d", "%L", "%ll", "%p%"} do print(f, pcall(string.format, f)) end
---> format with the wrong arguments
print(pcall(string.format, "%d", 1.5)) print(pcall(string.format, "%d", "1.5")) print(pcall(string.format, "%d", {})) print(pcall(string.format, "%f", "x")) print(pcall(string.format, "%c", "x")) print(pcall(string.format, "%d")) print(pcall(string.format, "%s")) print(pcall(string.format)) print(pcall(string.format, "%x", 2^63)) print(pcall(string.format, "%d %d", 1))
---> format with modifiers
for _, f in ipairs {"%5d", "%-5d|", "%05d", "%+5d", "% 5d", "%-+5d|", "%#5x", "%#05x", "%-#5x|", "%.5d", "%8.5d", "%-8.5d|", "%08.5d", "%+.5d"} do print(f, pcall(string.format, f, 42)) end
---> format of wide fields
print(("%99d"):format(1):len(), ("%-99s|"):format("x"):len(), ("%.99f"):format(1/3):len(), pcall(string.format, "%100d", 1), pcall(string.format, "%.100f", 1))
---> format of long strings
print(#("%s"):format(("x"):rep(1000)), #("%.500s"):format(("x"):rep(1000)) , pcall(string.format, "%.10s", "a\0b")) print(pcall(string.format, "%10s", "a\0b"))
---> format of a nul
print(#("%s"):format("a\0b"), #("a\0b%d"):format(1), pcall(string.format, "%5s", "\0"), #("%c%c"):format(0, 10))
---> format of pointers
print(("%p"):format(1), ("%p"):format(nil), ("%p"):format("x") == ("%p"):format("x"), ("%10p|"):format(true), ("%-10p|"):format(2.5), pcall(string.format, "%.3p", {}))
---> concatenation builds
local t = {} for i = 1, 5 do t[#t + 1] = ("%02d"):format(i) end print(table.concat(t, ":"))
---> numbers as strings
print(string.len(12345), string.rep(7, 3), string.sub(12345, 2, 3), ("x"):rep("3"), string.upper(1e3), string.reverse(-12.5))
---> long strings are compared by content
local a = ("x"):rep(1000) local b = ("x"):rep(999) .. "x" print(a == b, ({[a] = 1})[b], a < b .. "y")
---> integer conversions of strings
print(math.tointeger "8", math.tointeger(8.0), math.tointeger(8.5), math.tointeger "x", math.tointeger {}, math.tointeger "8.0")
---> string indexing and methods of literals
print(("%d items"):format(3), ("a,b"):find(",", 1, true), ("abc").upper("x"), #("abc" .. 1))
---> split and join
local function split(s, sep) local out, from = {}, 1 while true do local a, b = s:find(sep, from, true) if not a then out[#out + 1] = s:sub(from) return out end out[#out + 1] = s:sub(from, a - 1) from = b + 1 end end print(table.concat(split("a,b,,c,", ","), "|"), #split("", ","), #split("abc", ","))
---> trim
local function trim(s) return (s:gsub("^%s+", ""):gsub("%s+$", "")) end print("[" .. trim "  a b  " .. "]", "[" .. trim "" .. "]", "[" .. trim " \t\n" .. "]")
---> tonumber with a base and a plus
print(tonumber("+2", 25), tonumber("+", 10), tonumber("+-1", 10), tonumber(" +ff ", 16))
---> errors in the arithmetic of texts have no position
print(pcall(function() return "5" % 0 end)) print(pcall(function() return "5" // "0" end))
---> a constant with a nul in an error
print(pcall(function() return "a\0b" | 1 end))
