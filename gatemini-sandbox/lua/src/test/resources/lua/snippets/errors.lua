---> error with a text
error "message"
---> error with level zero
error("message", 0)
---> error with level two
local function f() error("caller's fault", 2) end
f()
---> error with a table
error({code = 5})
---> error with nil
error()
---> error with a number
error(42)
---> error with a boolean
error(true, 2)
---> the value of an error is kept
local t = {} local ok, e = pcall(error, t) print(ok, e == t) print(pcall(error)) print(pcall(error, nil)) print(pcall(error, 42)) print(pcall(error, "x", 0))
---> assert
print(pcall(assert, false)) print(pcall(assert, nil, "m")) print(pcall(assert, nil, {})== false) print(assert(1, 2, 3)) print(pcall(assert)) print(pcall(assert, false, nil))
---> assertion fails uncaught
assert(nil, "reason")
---> assertion fails without reason
assert(1 == 2)
---> pcall gives all results
print(pcall(function(...) return ... end, 1, nil, 3)) print(pcall(pcall, error, "e")) print(pcall(nil)) print(pcall(5, 6)) print(pcall(pcall))
---> xpcall
print(xpcall(function(a, b) return a + b end, print, 1, 2)) print(xpcall(error, function(m) return "handled " .. tostring(m) end, "E")) print(pcall(xpcall)) print(pcall(xpcall, print)) print(xpcall(nil, function(m) return m end))
---> the handler runs where the error was
local function f() local x = nil; return x.y end print(xpcall(f, function(m) return m:upper() end))
---> a handler that is no function
print(pcall(xpcall, error, 5)) print(pcall(xpcall, function() return 1 end, nil))
---> error in the handler
print(xpcall(function() error "a" end, function(m) error "b" end))
---> nested pcalls
print(pcall(function() local ok, e = pcall(error, "inner", 0) error("outer " .. e, 0) end))
---> rethrow keeps the text
local ok, e = pcall(function() local ok, e = pcall(function() error "deep" end) error(e, 0) end) print(e)
---> index of a nil local
local cfg cfg.x = 1
---> index of a nil field
local cfg = {} print(cfg.a.b)
---> index of a nil global
print(settings.x)
---> index of a nil upvalue
local up local function f() return up.x end f()
---> index of an element by a constant
local t = {} print(t[1].x)
---> index of an element by a variable
local t, i = {}, 3 print(t[i].x)
---> index of a result
local function f() end print(f().x)
---> index of a boolean
print((true).x)
---> index of a number with a method
local n = 5 n:go()
---> field of a call with a string key
local t = {} t["weird key"].x = 1
---> a text key of a nil local
local a print(a["k"])
---> an integer key of a nil local
local a print(a[1])
---> a variable key of a nil local
local a, k = nil, "key" print(a[k])
---> a table key of a nil
local a print(a[{}])
---> assignment with a nil key
local t = {} t[nil] = 1
---> assignment with a key that is not a number
local t = {} t[0/0] = 1
---> reading with a nil key
local t = {} print(t[nil], t[0/0])
---> length of a nil local
local n print(#n)
---> length of a number field
local t = {n = 5} print(#t.n)
---> concatenation of a nil local
local s print("a" .. s)
---> concatenation of a nil field
local t = {} print("a" .. t.name .. "b")
---> concatenation of a table
local t = {} print(t .. "x")
---> concatenation of a boolean
print("x" .. true)
---> concatenation of a function
print("x" .. print)
---> comparison of two nils
print(nil < nil)
---> comparison of number with nil
local limit print(5 < limit)
---> the line of an error in an expression over lines
local t = {}
local x = 1 +
  t.a
---> the line of a call over lines
local f = nil
f(
  1,
  2
)
---> the line of a method call
local t = {}
t
  :go()
---> errors in called builtins
string.rep()
---> an argument of the wrong type
("x"):rep({})
---> an argument without an integer
("x"):rep(1.5)
---> an argument that is no number
("x"):rep("many")
---> self of the wrong type
string.upper()
---> self in a method call
local s = {upper = string.upper} s:upper()
---> bad argument in a field of the library
math.floor({})
---> bad argument with a local name
local f = string.sub f()
---> bad argument in pcall
print(pcall(string.sub)) print(pcall(string.char, 256)) print(pcall(string.char, -1)) print(pcall(ipairs)) print(pcall(math.floor, "x")) print(pcall(tostring)) print(pcall(type))
---> bad self
print(pcall(function() ("x").rep() end)) print(pcall(function() local t = setmetatable({}, {__index = string}) t:rep(2) end)) print(pcall(function() local s = "x" s:rep() end)) print(pcall(function() string.format("%d", "x") end)) print(pcall(function() ("%d"):format("x") end))
---> an error in a for iterator
for i in function() error "iter" end do end
---> an error in a metamethod
local t = setmetatable({}, {__index = function(t, k) error("no " .. k) end}) print(t.field)
---> a runtime error in a metamethod
local t = setmetatable({}, {__add = function(a, b) return a.x.y end}) print(t + 1)
---> an error in a sort function
table.sort({3, 2, 1}, function(a, b) error "cmp" end)
---> an error in gsub's function
print(pcall(string.gsub, "abc", "%w", function(c) error("bad " .. c, 0) end))
---> an error through a coroutine
local co = coroutine.wrap(function() error "inside" end) co()
---> an error of a table through a coroutine
local co = coroutine.create(function() error({1}) end) local ok, e = coroutine.resume(co) print(ok, type(e), e[1])
---> goto continue with errors
for i = 1, 3 do local ok, e = pcall(function() if i == 2 then error({i}) end return i end) print(ok, type(e) == "table" and e[1] or e) end
---> tostring of error objects
local E = setmetatable({}, {__tostring = function() return "an E" end}) print(pcall(error, E)) print(select(2, pcall(error, E)) == E)
---> error with an empty text
print(pcall(error, "")) print(pcall(error, "", 1)) print(pcall(function() error("", 1) end))
---> levels of error
local function a() error("L1", 1) end local function b() error("L2", 2) end local function c() error("L3", 3) end
local function call(f)
  f()
end
print(pcall(a)) print(pcall(call, a)) print(pcall(call, b)) print(pcall(function()
  call(c)
end))
---> error levels with a tail call
local function f() error("tail", 2) end local function g() return f() end print(pcall(function() g() end))
---> error in a loaded chunk
print(pcall(load("error 'x'", "=chunk"))) print(pcall(load("error 'x'", "@file.lua"))) print(pcall(load("error 'x'", "some code"))) print(pcall(load("\n\nerror 'x'"))) print(pcall(load("error('x')", "line one\nline two"))) print(pcall(load("error('x')", "=" .. ("n"):rep(100)))) print(pcall(load("error('x')", "@" .. ("n"):rep(100)))) print(pcall(load("error('x')", ("n"):rep(100))))
---> error with a position in an empty chunk name
print(pcall(load("error 'x'", ""))) print(pcall(load("error 'x'", "="))) print(pcall(load("error 'x'", "@"))) print(pcall(load("error 'x'", "\n")))
---> syntax error near
print(load "x = = 1") print(load "x = 1 +") print(load "for i = 1 do end") print(load "if x then else elseif y then end") print(load "local t = {1, 2") print(load "f(1, )") print(load "x = function() return end end") print(load "x = 'a' 'b'") print(load "x.y.z") print(load "local a <const>")
---> names in syntax errors are shortened
print(load("x = " .. ("a"):rep(100) .. " b")) print(load("x = '" .. ("s"):rep(100) .. "' 5")) print(load("x = [[" .. "multi\nline" .. "]] 5"))
---> arithmetic on a string constant
print(pcall(load "local a = 'x' return a + 1")) print(pcall(load "return 'x' - 1")) print(pcall(load "return 2 ^ 'y'")) print(pcall(load "return -'z'"))
---> a field of an upvalue table
local cfg = {} local function f() return cfg.limits.max end print(pcall(f)) local function g() cfg.limits.max = 1 end print(pcall(g)) local function h() cfg.run() end print(pcall(h)) local function i() cfg:run() end print(pcall(i))
---> a global function of a missing module
print(pcall(function() return json.decode "x" end)) print(pcall(function() string.nope() end)) print(pcall(function() math.nope(1) end))
---> arithmetic names
print(pcall(function() local a = {} return a.b + 1 end)) print(pcall(function() local a = {} return 1 + a.b end)) print(pcall(function() local a, b = 1 return a + b end)) print(pcall(function() return gx * 2 end)) print(pcall(function() local t = {} return t[1] + 1 end)) print(pcall(function() return ("x").y + 1 end))
---> integer representation names
print(pcall(function() local n = 1.5 return n | 1 end)) print(pcall(function() local t = {f = 2.5} return 1 << t.f end)) print(pcall(function() return gf & 1 end)) print(pcall(function() local s = "x" return s | 1 end))
---> loop values that are no numbers
print(pcall(function() for i = {}, 1 do end end)) print(pcall(function() for i = 1, {} do end end)) print(pcall(function() for i = 1, 2, {} do end end)) print(pcall(function() for i = 1, 2, nil do end end))
---> unhandled in a nested coroutine
print(coroutine.resume(coroutine.create(function() return coroutine.wrap(function() error("x", 0) end)() end)))
---> an error while handling
local n = 0 print(xpcall(error, function(m) n = n + 1 if n < 3 then error(m .. n, 0) end return "stopped at " .. n .. m end, "e"))
---> calls of metamethods in errors
print(pcall(function() return {} + {} end)) print(pcall(function() return {} .. {} end)) print(pcall(function() return #5 end)) print(pcall(function() return -{} end)) print(pcall(function() return ~"x" end))
---> a call of a metamethod that is nil inside
local t = setmetatable({}, {__index = function(t, k) local f return f() end}) print(pcall(function() return t.x end))
---> builtin errors inside a metamethod
local t = setmetatable({}, {__add = function() string.rep() end, __index = function() return math.floor({}) end}) print(pcall(function() return t + 1 end)) print(pcall(function() return t.x end))
---> builtin as a metamethod
local t = setmetatable({}, {__add = string.rep, __unm = math.floor, __concat = string.sub}) print(pcall(function() return t + 1 end)) print(pcall(function() return -t end)) print(pcall(function() return t .. 1 end))
---> global functions in errors
print(pcall(function() tonumber() end)) print(pcall(function() setmetatable(1) end)) print(pcall(function() string.rep("x") end)) print(pcall(function() local r = string.rep r("x") end)) print(pcall(function() local t = {r = string.rep} t.r("x") end)) print(pcall(function() table.concat({{}}) end))
