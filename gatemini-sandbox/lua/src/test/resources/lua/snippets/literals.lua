---> escapes
print("\a\b\f\v\\\"\'" == "\7\8\12\11\92\34\39", "\65\066\x41\u{41}", "a\z
       b", "tab\tend", "line\
break")
---> utf-8 escapes
print("\u{7FFFFFFF}" == "\xFD\xBF\xBF\xBF\xBF\xBF", #"\u{0}", #"\u{7F}", #"\u{80}", #"\u{7FF}", #"\u{800}", #"\u{FFFF}", #"\u{10000}", #"\u{1FFFFF}", #"\u{200000}")
---> decimal escape too large
print(load [[return "\300"]])
---> invalid escape
print(load [[return "\q"]]) print(load [[return "abc\xZZ"]]) print(load [[return "\xA"]]) print(load [[return "\u{110000000}"]]) print(load [[return "\u41"]]) print(load [[return "\u{}"]]) print(load [[return "\u{41"]])
---> unfinished string
print(load 'return "abc') print(load "return 'abc\ndef'") print(load 'return "abc\\') print(load "return [[abc") print(load "return [==[abc]=]") print(load "--[[ comment") print(load "--[==[ x ]] ]=]")
---> long strings
print([[
first newline is skipped]], [==[]]]=]]==], #[[

]], [[\n]], [=[[[x]]]=])
---> long bracket without an end
print(load "return [=abc") print(load "x = [==")
---> comments
--[[ a
b ]] print(1) --[==[ ]] ]==] print(2) -- c
--[ not long
print(3) --
---> numerals
print(0x.8p1, 0xA.8, 0x10p-1, .5, 5., 3e2, 3E-2, 0xep1, 0X1P+3, 1e+2, 00012, 1//1)
---> malformed numbers
for _, s in ipairs {"3x", "0x", "1e", "1e+", "0xp1", "1..2", "3.4.5", "0x1p", "1_000", "0b1", "12abc", "0xg", ".5.", "1e1.5"} do print(load("return " .. s)) end
---> nul in a string
local s = "a\0b" print(#s, s:byte(2), s == "a\0b", ("%q"):format(s))
---> carriage returns are lines
print(load("x = 1\r\ny = = 2")) print(load("x = 1\n\ry = = 2")) print(load("x = 1\r\ry = = 2"))
---> line ends in strings become one
print(#load("return 'a\\\r\nb'")(), #load("return [[\r\na\r\nb]]")(), load("return [[\n\ra\rb]]")() == "a\nb")
---> names
local _, _a1, A = 1, 2, 3 print(_, _a1, A, load "local 1a = 1")
---> reserved words
for w in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until while"):gmatch "%a+" do print((load("local " .. w .. " = 1"))) end
---> unexpected symbols
for _, s in ipairs {"x = }", "x = @", "x = $", "x = `a`", "!", "x = ?", "\\", "x = \1", "x = ~", "x = 1 2", "= 1", "x ==", "::", "...", "&", "a.b:c = 1"} do print(load(s)) end
---> only positive sixty-three bits
print(0x8000000000000000, -0x8000000000000000 == math.mininteger, 1e400, -1e400)
---> tokens stuck together
print(1 ..2, 2-- comment
-1, 3//2, 5~=6, 1<2)
---> string of all bytes
local t = {} for i = 0, 255 do t[#t + 1] = string.char(i) end local s = table.concat(t) print(#s, load("return " .. ("%q"):format(s))() == s)
---> call with a literal
print(#"abc", ("x"):rep(3), type {}, type "x", type [[y]], select("#", {}))
