---> while with break
local i = 0 while true do i = i + 1 if i > 5 then break end end print(i)
---> repeat sees its locals
local n = 0 repeat local done = n >= 3 n = n + 1 until done print(n)
---> if elseif else
for i = 1, 4 do if i == 1 then print "one" elseif i == 2 then print "two" elseif i == 3 then print "three" else print "many" end end
---> numeric for
for i = 1, 3 do io = i print(i) end for i = 3, 1, -1 do print(i) end for i = 1, 0 do print "never" end for i = 1.0, 2 do print(i) end for i = 1, 2, 0.5 do print(i) end
---> for with zero step
for i = 1, 2, 0 do end
---> for with float zero step
for i = 1.0, 2, 0 do end
---> for with texts
print(pcall(function() for i = "1", 2 do end end)) print(pcall(function() for i = 1, "2" do end end)) print(pcall(function() for i = 1, 2, "1" do end end)) print(pcall(function() for i = nil, 2 do end end))
---> for at the end of integers
local n = 0 for i = math.maxinteger - 2, math.maxinteger do n = n + 1 end print(n) for i = math.mininteger + 1, math.mininteger, -1 do n = n + 1 end print(n) for i = math.maxinteger, math.maxinteger + 1.0 do n = n + 1 end print(n)
---> for with float limits
for i = 1, 3.9 do print(i) end for i = 3, 1.1, -1 do print(i) end for i = 1, -math.huge, -1 do if i < -1 then break end print(i) end for i = 1, math.huge do if i > 2 then break end print(i) end
---> for with a limit that is not a number
for i = 1, 0/0 do print "never" end print "end"
---> for with a huge step
for i = 1, 10, math.maxinteger do print(i) end for i = -1, -10, math.mininteger do print(i) end for i = math.mininteger, math.maxinteger, math.maxinteger do print(i) end
---> the loop variable is a copy
for i = 1, 3 do local j = i i = i * 10 print(i, j) end
---> every round has its own variable
local fs = {} for i = 1, 3 do fs[i] = function() i = i + 1 return i end end print(fs[1](), fs[1](), fs[2](), fs[3]())
---> generic for
for k, v in next, {10, 20} do print(k, v) end for k in pairs {a = 1} do print(k) end for i, v in ipairs {1, 2, nil, 4} do print(i, v) end
---> generic for with state
local function iter(s, c) if c < s then return c + 1, c * c end end for i, sq in iter, 3, 0 do print(i, sq) end
---> generic for closes its fourth value
for i in function(_, c) if (c or 0) < 2 then return (c or 0) + 1 end end, nil, nil, setmetatable({}, {__close = function() print "closed" end}) do print(i) end
---> generic for closes at break
for i in function(_, c) return (c or 0) + 1 end, nil, nil, setmetatable({}, {__close = function(_, e) print("closed", e) end}) do if i == 2 then break end end
---> generic for over nothing to call
for x in 5 do end
---> generic for over nil
for x in nil do end
---> generic for over a callable table
for i in setmetatable({}, {__call = function(_, s, c) if not c then return "once" end end}) do print(i) end
---> multiple assignment
local a, b, c = 1, 2 print(a, b, c) a, b = b, a print(a, b) a, b, c = (function() return 1, 2, 3 end)() print(a, b, c) a, b = ((function() return 1, 2 end)()) print(a, b)
---> assignment evaluates first
local i, t = 1, {} i, t[i] = i + 1, 20 print(i, t[1], t[2])
---> assignment to a swapped index
local t = {1, 2, 3} t[1], t[2], t[3] = t[3], t[1], t[2] print(table.concat(t, " "))
---> and or not
print(nil and 1, false and 1, 1 and 2, nil or 1, false or nil, 1 or error "no", not nil, not 0, not "", nil == false and 1 or 2, false or false and 1)
---> short circuit
local n = 0 local function f(v) n = n + 1 return v end print(f(nil) and f(1), n, f(1) or f(2), n, f(false) or f(nil), n, not f(nil) and f(3), n)
---> a table of all kinds of fields
local t = {1, 2; x = 3, ["y z"] = 4, [10] = 5, (function() return 6, 7 end)()} print(#t, t[3], t[4], t.x, t["y z"], t[10])
---> a call in the middle gives one value
local function f() return 1, 2, 3 end local t = {f(), f(), (f())} print(#t, table.concat(t, ","))
---> nested functions and shadowing
local x = 1 do local x = x + 1 print(x) do local x = x + 1 print(x) end print(x) end print(x)
---> local function recursion
local function fact(n) return n <= 1 and 1 or n * fact(n - 1) end print(fact(20), fact(21), fact(25.0))
---> local in its own initial value
local f = function() return f end print(f())
---> semicolons and empty statements
;;; local a = 1; ; print(a);
---> ambiguous call on a new line
local f = function(x) return function(y) return y end end
local r = f
(1)
print(r(2))
---> return must be last
print(load "return 1 print(2)") print(load "do return 1 end print(2)") print(load "return; ") print(load "return;;")
---> statements that are none
for _, s in ipairs {"x", "x.y", "1", "(f)", "f() = 1", "x, y", "x, f() = 1, 2", "local x.y = 1", "local function a.b() end", "function a:b.c() end", "a.1", "if x", "while x", "for", "for i", "for i =", "for i = 1", "for i = 1, 2", "for a.b = 1, 2 do end", "for i in", "repeat", "repeat until", "do", "function", "function f", "function f(", "function f(a,", "function f(...,a) end", "local", "local function", "goto", "break", "return return", "end", "until", "else", "elseif", "then"} do print(load(s)) end
---> the end and its start
print(load "if true then\n\nx = 1") print(load "while true do\n x()") print(load "function f()\n\n\n") print(load "for i = 1, 2 do\n") print(load "repeat\n x = 1\n") print(load "f(\n1\n") print(load "t = {\n1,\n") print(load "x = (1\n") print(load "x = t[1\n") print(load "do\n")
---> functions of fields and methods
local t = {a = {b = {}}} function t.a.b.f(x) return x end function t.a.b:g(x) return self == t.a.b, x end print(t.a.b.f(1), t.a.b:g(2))
---> and as a condition value
local function b(x) if x and x > 1 or x == nil then return "y" else return "n" end end print(b(2), b(1), b(nil), b(false))
---> deep nesting of blocks
local s = ("do "):rep(100) .. "x = 1 " .. ("end "):rep(100) print((load(s)))
---> too deep nesting of parentheses
print(load("return " .. ("("):rep(300) .. "1" .. (")"):rep(300)))
---> too deep nesting of tables
print(load("return " .. ("{"):rep(300) .. ("}"):rep(300)))
---> too deep nesting of blocks
print(load(("do "):rep(300) .. ("end "):rep(300)))
---> too deep nesting of functions
print(load(("function f() "):rep(300) .. ("end "):rep(300)))
---> long chains of operators
print(#load("return " .. ("1 .. "):rep(100) .. "1")(), load("return " .. ("1 + "):rep(5000) .. "1")(), load("return " .. ("-"):rep(100) .. "1"), load("return " .. ("not "):rep(150) .. "1")())
---> too many unary operators
print(load("return " .. ("- "):rep(300) .. "1"))
---> too many concatenations
print(load("return " .. ("x .. "):rep(300) .. "1"))
---> integer for over an empty range at the edge
for i = math.maxinteger, math.mininteger do print "never" end for i = math.mininteger, math.maxinteger, -1 do print "never" end for i = 2^53, 2^53 - 1 do print "never" end print "end"
---> accumulated float steps
local n = 0 for x = 0, 1, 0.1 do n = n + 1 end print(n) for x = 1, 0, -0.25 do print(x) end
