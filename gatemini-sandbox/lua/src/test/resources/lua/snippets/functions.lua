---> varargs
local function f(...) return select("#", ...), ... end print(f()) print(f(nil)) print(f(1, nil, nil)) print((f(1, 2)))
---> varargs in tables
local function f(...) local t = {...} return #t, t[1], t[#t] end print(f(1, 2, 3)) print(f()) print((function(...) local a, b = ... return a, b end)(1))
---> select
print(select(2, "a", "b", "c")) print(select(-1, "a", "b", "c")) print(select(-2, "a", "b", "c")) print(select("#")) print(select("#", nil, nil)) print(select(5, 1, 2))
---> select out of range
print(pcall(select, 0)) print(pcall(select, -1)) print(pcall(select, -5, 1, 2)) print(pcall(select, "x")) print(pcall(select)) print(pcall(select, 1.5)) print(pcall(select, "2", "a", "b")) print(pcall(select, "#x", 1))
---> vararg outside
print(load "function f() return ... end") print(load "return ...") print(load("return ...")(1, 2))
---> vararg of the main chunk
print(select("#", ...))
---> table.pack and unpack
local t = table.pack(1, nil, 3, nil) print(t.n, #table.pack(), table.unpack(t, 1, t.n)) print(table.unpack({1, 2, 3}, 2)) print(table.unpack({1, 2}, 0, 3)) print(table.unpack({}, 1, 0))
---> unpack with too many results
print(pcall(table.unpack, {}, 1, 1e7)) print(pcall(table.unpack, {}, math.mininteger, math.maxinteger)) print(pcall(table.unpack, {}, 0, math.maxinteger)) print(pcall(table.unpack, {}, math.maxinteger, math.mininteger)) print(table.unpack({[math.maxinteger] = "x"}, math.maxinteger, math.maxinteger))
---> unpack of the wrong types
print(pcall(table.unpack)) print(pcall(table.unpack, {}, "x")) print(pcall(table.unpack, {}, 1.5)) print(pcall(table.unpack, 5)) print(table.unpack("abc", 1, 2))
---> tail calls do not grow
local function loop(n) if n == 0 then return "done" end return loop(n - 1) end print(loop(100000))
---> tail calls of methods
local o = {} function o:go(n) if n == 0 then return self == o end return self:go(n - 1) end print(o:go(20000))
---> stack overflow
local function f() return 1 + f() end local ok, m = pcall(f) print(ok, (m:gsub("%(message.*", "")):sub(1, 40))
---> deep recursion within the limit
local function d(n) if n == 0 then return 0 end return 1 + d(n - 1) end print(d(10000))
---> closures share variables
local function counter() local n = 0 return function() n = n + 1 return n end, function() return n end end local inc, get = counter() inc() inc() print(get()) local _, get2 = counter() print(get2())
---> closures outlive blocks
local f, g do local x = 10 f = function() return x end g = function(v) x = v end end g(5) print(f())
---> recursion of upvalues
local even, odd function even(n) if n == 0 then return true end return odd(n - 1) end function odd(n) if n == 0 then return false end return even(n - 1) end print(even(100), odd(101), even(7))
---> parameters are locals
local function f(a, b) a = a or 1 b = b or a + 1 return a, b end print(f()) print(f(5)) print(f(5, false)) print(f(1, 2, 3))
---> a method with a string receiver
print(("x"):rep(3), ("abc"):upper():lower():len(), #("%d"):format(5))
---> method on a number
print(pcall(function() return (5):foo() end)) print(pcall(load "local x = 5 return x:foo()"))
---> method that is missing
local t = {} t:nothing()
---> method of a missing global
nothing:here()
---> call of a field of a field
local t = {a = {}} t.a.b()
---> call of an upvalue
local f local function g() f() end g()
---> call of a string
("x")()
---> call of a global
missing()
---> call of a result
local function f() end f()()
---> call of an indexed element
local t = {} t[1]()
---> call of an element by a variable
local t, k = {}, "key" t[k]()
---> call of a constant key with a space
local t = {} t["a b"]()
---> call results adjusted
local function f() return 1, 2, 3 end local a, b, c, d = f() print(a, b, c, d) local e, g = (f()) print(e, g) print(f(), f()) print({f()}[3] == nil and 1, #{f(), nil})
---> call results adjusted properly
local function f() return 1, 2, 3 end print(#{f()}, #{f(), f()}, #{(f())}, (f())) 
---> many arguments
local t = {} for i = 1, 250 do t[i] = i end print(select("#", table.unpack(t)), math.max(table.unpack(t)), #string.char(table.unpack(t, 1, 200)))
---> many upvalues
local src = {} for i = 1, 100 do src[#src + 1] = "local v" .. i .. " = " .. i end src[#src + 1] = "return function() return v1" for i = 2, 100 do src[#src + 1] = " + v" .. i end src[#src + 1] = " end" print(load(table.concat(src, "\n"))()())
---> too many locals
local src = {} for i = 1, 201 do src[i] = "local v" .. i end print(load(table.concat(src, "\n")))
---> call operator on a table
local t = setmetatable({}, {__call = function(self, a, ...) return a, select("#", ...) end}) print(t(1, 2, 3)) print(t()) print(pcall(t, 7, 8))
---> chain of call operators
local a = setmetatable({}, {__call = function(self, other, x) return "end", x end}) local b = setmetatable({}, {__call = a}) print(b(9)) print(pcall(setmetatable({}, {__call = 5})))
---> functions as keys
local t = {} local f, g = function() end, function() end t[f] = 1 t[g] = 2 print(t[f], t[g], t[print])
---> equality of closures
local function mk() return function() end end local x = mk() print(x == x, x ~= mk() or "shared", rawequal(x, x))
---> string calls without parentheses
local function f(x) return type(x) end print(f"a", f{}, f[[b]], f'c')
---> immediate call
print((function(a, ...) return a, select("#", ...) end)(1, 2, 3))
---> the Y combinator
local Y = function(f) return (function(x) return x(x) end)(function(x) return f(function(...) return x(x)(...) end) end) end print(Y(function(self) return function(n) return n < 2 and n or self(n - 1) + self(n - 2) end end)(15))
---> curry and compose
local function compose(...) local fs = {...} return function(...) local r = table.pack(...) for i = #fs, 1, -1 do r = table.pack(fs[i](table.unpack(r, 1, r.n))) end return table.unpack(r, 1, r.n) end end print(compose(tostring, function(a, b) return a + b end)(1, 2))
---> memoize
local function memo(f) local c = {} return function(n) local v = c[n] if v == nil then v = f(n) c[n] = v end return v end end local fib fib = memo(function(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end) print(fib(80))
---> too many results to a function
print(pcall(string.rep, "x", -1)) print(select("#", string.byte(("x"):rep(1000), 1, -1)))
