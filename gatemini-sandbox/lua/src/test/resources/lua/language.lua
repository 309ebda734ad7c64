print("hello", 1, 2.5, nil, true)
local t = {1,2,3,x=5,[10]=7}
print(#t, t.x, t[10], t.y)
local s = 0
for i=1,10 do s = s + i % 7 end
print(s)
local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end
print(fib(20))
for i=10,1,-3 do print(i) end
for i=1.0,2,0.5 do print(i) end
for k,v in ipairs{5,6,7} do print(k,v) end
local fs = {}
for i=1,3 do fs[i] = function() i = i + 1; return i end end
print(fs[1](), fs[1](), fs[2]())
print(select('#', select(2, 1, 2, 3)))
print((select(2, 'a', 'b', 'c')))
local mt = {__add=function(a,b) return "add" end, __index=function(t,k) return k.."!" end, __call=function(self, ...) return ... end, __lt=function() return true end, __concat=function(a, b) return "cat" end, __eq=function() return true end, __len=function() return 42 end}
local o = setmetatable({}, mt)
print(o+1, 1+o, o.foo, o(1,2,3), o<o, o..1, 1 ..o, "a"..1 ..o.."b", #o, o==setmetatable({}, mt), o~=setmetatable({},mt))
print(pcall(error, "x")) print(pcall(error, {}) == false)
print(pcall(function() error("msg") end))
print(pcall(function() error("msg", 2) end))
print(pcall(function() local a; a.b = 1 end))
print(select(2, pcall(function() undefinedfn() end)))
print(xpcall(function() error("e") end, function(m) return "H:"..m end))
local co = coroutine.create(function(a, b) print("in", a, b); local c = coroutine.yield(a+b); print("got", c); return "done" end)
print(coroutine.resume(co, 1, 2)) print(coroutine.resume(co, "z")) print(coroutine.resume(co)) print(coroutine.status(co))
local gen = coroutine.wrap(function() for i=1,3 do coroutine.yield(i) end end)
for v in gen do print(v) end
do local x <close> = setmetatable({}, {__close=function(_, e) print("closed", e) end}) print("in scope") end
print(pcall(function() local x <close> = setmetatable({}, {__close=function(_, e) print("closed", e) end}) error("oops") end))
goto skip
print("not printed")
::skip::
local i = 0
while true do i = i + 1; if i > 5 then break end; if i % 2 == 0 then goto cont end; print("odd", i) ::cont:: end
repeat local z = i; i = i - 1 until z < 3
print(i)
print(1//2, 7//2, -7//2, 7%3, -7%3, 7.5//2, 2^10, 10/2, 3 & 5, 3 | 5, 3 ~ 5, ~0, 1 << 62, 1 >> 1)
print(1 == 1.0, "a" < "b", 1 < 1.5)
local a, b, c = (function() return 1, 2, 3 end)()
print(a, b, c)
local t2 = {(function() return 1, 2, 3 end)(), (function() return 1, 2, 3 end)()}
print(#t2)
a, b = b, a print(a, b)
print(not nil, not 1, nil and 1, false or 2, 1 and 2, nil or false)
print(load("return 1 + 1")())
print(load("x ="))
print(pcall(coroutine.wrap(function() error("in co") end)))
print(tostring(nil), tostring(1e15), 1e100, -0.0, 1/0, 0/0 ~= 0/0, 2^53)
print(tonumber("10"), tonumber("0x10"), tonumber("  12  "), tonumber("z", 36), tonumber("1e1"), tonumber("abc"), tonumber("8", 8))
local function va(...) local a, b = ... return select('#', ...), a, b, ... end
print(va(1, nil, 3)) print((va(1, 2)))
-- closures and their variables
do
  local function counter() local n = 0; return function() n = n + 1; return n end, function() return n end end
  local inc, get = counter(); inc(); inc(); print(get())
  local list = {}
  for i = 1, 3 do local j = i * 10; list[#list + 1] = function() j = j + 1; return i, j end end
  print(list[1]()) print(list[1]()) print(list[3]())
  local k = 0
  local funcs = {}
  while k < 3 do k = k + 1; local c = k; funcs[k] = function() c = c + 1; return c end end
  print(funcs[1](), funcs[1](), funcs[2](), funcs[3]())
  local r = {}
  repeat local x = #r + 1; r[x] = function() return x end until x >= 3
  print(r[1](), r[2](), r[3]())
  local function outer(a) return function(b) return function(c) a = a + b + c; return a end end end
  local f = outer(1)(2); print(f(3), f(3))
  local function f2(a, ...) local x = ...; return function() x = (x or 0) + a; return x end end
  local g = f2(2, 5) print(g(), g())
  local function self(n) if n == 0 then return "end" end return self(n - 1) end
  print(self(10000))
  local even, odd
  function even(n) if n == 0 then return true end return odd(n - 1) end
  function odd(n) if n == 0 then return false end return even(n - 1) end
  print(even(10001))
end
-- numeric loops at the edges of integers
do
  local max, min = 0x7fffffffffffffff, -0x7fffffffffffffff - 1
  for i = max - 1, max do print(i) end
  for i = min + 1, min, -1 do print(i) end
  for i = 1, 3.9 do io = i end print(io)
  for i = 3, 1 do print("never") end
  for i = 1, -1/0 do print("never") end
  local n = 0 for i = max - 2, 1/0 do n = n + 1 end print(n)
  n = 0 for i = min + 2, -1/0, -1 do n = n + 1 end print(n)
  for i = 1, 0/0 do print("never") end
  for i = 1.0, 3 do print(i) end
  for i = 0.1, 0.35, 0.1 do print(i) end
  for i = max, max - 3, -2 do print(i) end
  for i = min, max, max do print(i) end
  for i = 3, 1, -1 do local j = i i = 10 print(j, i) end
end
-- goto
do
  for i = 1, 3 do
    for j = 1, 3 do
      if j == 2 then goto continue end
      print(i, j)
      ::continue::
    end
  end
  local n = 0
  ::again:: n = n + 1
  if n < 3 then goto again end
  print(n)
  do goto out; local x; ::out:: end
  local fs = {}
  do
    local i = 1
    ::top:: local x = i
    fs[i] = function() x = x + 1; return x end
    i = i + 1
    if i <= 3 then goto top end
  end
  print(fs[1](), fs[1](), fs[2](), fs[3]())
  for i = 1, 10 do while true do if i > 2 then goto done end break end print(i) end
  ::done::
end
-- assignment
do
  local a, b, c = 1
  print(a, b, c)
  local i, t = 1, {}
  i, t[i] = i + 1, 20
  print(i, t[1], t[2])
  local x, y = 1, 2; x, y = y, x; print(x, y)
  local function two() return 1, 2 end
  local p, q, r = two(); print(p, q, r)
  local p, q, r = 0, two(); print(p, q, r)
  local p, q, r = two(), 0; print(p, q, r)
  local p, q = (two()); print(p, q)
  local t = {two(), two(), [10] = 5, x = 1, two()} print(#t, t[1], t[2], t[3], t[4], t[10], t.x)
  t = {two(), (two())} print(#t)
  local a = {}; a.x, a.y = 1; print(a.x, a.y)
  do local a <const> = 5; local b <const> = "s"; print(a + 1, b .. a) end
  local t = {1, 2, 3, nil, 5, nil} print(#{1, 2, nil}, #{nil, nil, 3}, #{n = 1})
  local s = {} for i = 1, 120 do s[i] = i end print(#s, s[120])
  s = {1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,two()} print(#s)
  local k = "key"; local u = {[k] = 1, [1] = 2, [1.0] = 3, [2^53] = 4} print(u.key, u[1], u[2^53 | 0])
end
-- tables as arrays: holes, growth and removal
do
  local t = {}
  for i = 10, 1, -1 do t[i] = i end print(#t)
  t[#t] = nil print(#t) t[#t + 1] = "x" print(#t, t[10])
  for i = 1, 5 do t[i] = nil end print(t[6], #t)
  local count = 0 for k, v in pairs(t) do count = count + 1 end print(count)
  for k in pairs(t) do t[k] = nil end print(next(t), #t)
  t = {1, 2, 3, a = 1, b = 2} for k, v in pairs(t) do t[k] = nil end print(next(t))
  t = {} t[1.0] = "a" t[2] = "b" print(#t, t[1], t[2.0], rawlen(t))
  t = {n = 0} for i = 1, 100 do t["k" .. i] = i end for i = 1, 99 do t["k" .. i] = nil end
  local only = {} for k, v in pairs(t) do only[#only + 1] = k end print(#only, t.k100)
  t = {10, 20, 30, x = 1} local keys = {} for k in next, t do keys[#keys + 1] = k end print(#keys, keys[1], keys[2], keys[3], keys[4])
  t = {} t[-1] = 1 t[0] = 2 t[1] = 3 t[1e300] = 4 t[true] = 5 t[print] = 6 print(t[-1], t[0], #t, t[1e300], t[true], t[print], t[false])
  print(rawequal(t, t), rawequal(1, 1.0), rawequal("a", "a"), rawget(t, 0), rawset(t, "z", 9) == t, t.z)
end
-- logic
do
  local function f(x) return x end
  print(f(nil) or f(false), f(1) and f(2), not f(nil), nil == false, f(false) == nil)
  print((1 and nil) or "d", (false and 1) == false, 1 and 2 or 3, nil and 2 or 3)
  local a, b = 1, nil
  a = a and b print(a) b = b or a or 7 print(b) b = b and b + 1 or 0 print(b)
  local x = not (1 > 2) and 1 == 1.0 print(x) x = 1 < 2 == true print(x)
  if not (a or b == 9) then print("else") else print("then") end
  if a == nil and (b == 8 or b == 9) and not a then print("ok") end
  while not (b <= 5) and b do b = b - 1 end print(b)
  local t = {} t.x = t.x or 5 t.y = t.x and t.x > 3 print(t.x, t.y, t.z == nil)
  print(1 < 2 and 2 < 3, 1 > 2 or 3 > 2, not nil == true, "a" < "b", "a" < "B", "" < "a", "a\0b" > "a")
  print(2^53 == 2^53 + 1, 2^53|0 == (2^53|0) + 1, 1 == 1.0, 0.0 == -0.0, 9007199254740993 < 9007199254740992.0, 0x7fffffffffffffff < 2^63, 0x7fffffffffffffff + 1.0 == 2^63)
end
-- arithmetic
do
  print(7 // 2, -7 // 2, 7 // -2, -7 // -2, 7.0 // 2, -7 // 2.0, 1 // 0.0, -1 // 0.0, 0x7fffffffffffffff // -1)
  print(7 % 3, -7 % 3, 7 % -3, -7 % -3, 7.5 % 2, -7.5 % 2, 5 % 1/0, -5 % (1/0), 5 % -(1/0))
  print(1e15, 1e16, 123456789012345678, 0.1, 1/3, 100.0, 1e100, 2^63, -2^63, 1e-5, 123.456e2)
  print(0x10, 0xA.8p0, 0x.1p4, 0xffffffffffffffff, 0x7fffffffffffffff + 1, 9223372036854775808, 1e308 * 10, -(0/0) ~= -(0/0))
  print(3 | 4, 7 & 2, 5 ~ 1, ~5, 1 << 63, 1 << 64, -1 >> 1, -1 >> 63, -1 >> 64, 1 << -1, 2.0 | 1, 1 << 62 >> 62)
  print(2 ^ 0.5, 2 ^ -1, -2 ^ 2, 2 ^ 3 ^ 2, 10 / 2, 3 * 2.0, 1 - 1.0, -0.0, 0.0)
  print(1 .. 2, 1.5 .. "", -1 .. "x", 2^31 .. "", 1 .. "" == "1")
  print(5 // 0.3, 1e308 + 1e308, -1e308 - 1e308, 3 - -3, - - 3, not not nil)
  print(tostring(3) == "3", tostring(3.0), tostring(-0.0), 1e15 == 10^15, 2^24, 255 // 1 | 0)
end
-- varargs
do
  local function f(...) return ... end
  local function n(...) return select('#', ...) end
  print(n(), n(nil), n(nil, nil), n(f()), n(f(), f()), n((f())), n(f(1, 2), f(1, 2)))
  local function g(a, ...) local b, c = ...; return a, b, c, ... end
  print(g(1), g(1, 2), g(1, 2, 3, 4))
  print(select(-1, 1, 2, 3), select(2, "a", "b", "c"))
  local function h(...) local t = {...} return #t, {..., "z"}, {n = n(...), ...} end
  local c, t, u = h(1, 2, 3) print(c, #t, t[1], t[2], u.n, #u)
  local function tail(...) return f(...) end print(tail(1, nil, 3))
  print((f(1, 2, 3)))
  local function many(n) if n == 0 then return end return n, many(n - 1) end
  print(n(many(150)))
  print(pcall(f, 1, 2), pcall(n, pcall(f)))
end
-- strings and comments
print("a\tb\\\"\'\65\066\x41\u{48}\u{20AC}\z
       continued", 'single "quoted"', [[long
string]], [==[with ]] inside]==], #"\0a\0", "\u{7FFFFFFF}" == "\xFD\xBF\xBF\xBF\xBF\xBF") --[[ comment
more ]] print("after") --[==[ x ]] ]==] print("again")
--; not code
print(#[[

x]], "\
" == "\n", 'a\
b')
-- load
do
  print(load("return ...", "c")(1, 2))
  local env = {} load("x = 1; y = x + 1", "c", "t", env)() print(env.x, env.y, x)
  local parts, i = {"return ", "1", " + 2"}, 0
  print(load(function() i = i + 1 return parts[i] end)())
  print(load("syntax error here")) print(load("return 1", "=name", "b"))
  print(load("error('x')", "=chunk") and pcall(load("error('x')", "=chunk")))
  print(pcall(load("local a = nil; a.b = 1", "@file.lua")))
  print(pcall(load("\n\nerror('line 3')", "first\nsecond")))
  print(pcall(load("error('long')", ("x"))))
  local _ENV = {print = print} z = 5 print(z, _ENV.z) local function inner() return z end print(inner())
end
do local _ENV = setmetatable({}, {__index = _G, __newindex = function(t, k, v) rawset(_G, k, v .. "!") end}) newglobal = "n" end
print(newglobal)
print(_VERSION, type(_G), _G._G == _G, _G.print == print)
print(type(nil), type(1), type("s"), type({}), type(print), type(function() end), type(coroutine.create(print)))
print(collectgarbage(), type(collectgarbage("count")), collectgarbage("isrunning"), pcall(collectgarbage, "nope"))
