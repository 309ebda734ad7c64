---> index of a table
local base = {x = 1} local t = setmetatable({y = 2}, {__index = base}) print(t.x, t.y, t.z, rawget(t, "x"))
---> index of a function
local t = setmetatable({}, {__index = function(t, k) return k .. "!" end}) print(t.a, t[1], rawget(t, "a"))
---> chains of index
local a = {v = "a"} local b = setmetatable({}, {__index = a}) local c = setmetatable({}, {__index = b}) print(c.v, c.w)
---> index loop
local t = {} setmetatable(t, {__index = t}) print(pcall(function() return t.x end))
---> newindex loop
local t = {} setmetatable(t, {__newindex = t}) print(pcall(function() t.x = 1 end))
---> newindex of a function
local log = {} local t = setmetatable({}, {__newindex = function(t, k, v) rawset(t, k, v * 2) end}) t.a = 1 t.a = 5 print(t.a)
---> newindex of a table
local store = {} local t = setmetatable({}, {__newindex = store}) t.a = 1 print(rawget(t, "a"), store.a)
---> arithmetic events
local names = {"add", "sub", "mul", "div", "mod", "pow", "unm", "idiv"} local mt = {} for _, n in ipairs(names) do mt["__" .. n] = function(a, b) return n, "extra" end end local t = setmetatable({}, mt) print(t + 1, 1 - t, t * t, t / 2, 5 % t, t ^ 2, -t, 7 // t)
---> arithmetic takes the left event first
local a = setmetatable({}, {__add = function() return "a" end}) local b = setmetatable({}, {__add = function() return "b" end}) print(a + b, b + a, 1 + b, a + "x")
---> arithmetic event that is not callable
local a = setmetatable({}, {__add = 5}) print(pcall(function() return a + 1 end))
---> arithmetic event that is a callable table
local a = setmetatable({}, {__add = setmetatable({}, {__call = function(_, x, y) return type(x) .. type(y) end})}) print(a + 1)
---> concatenation event
local t = setmetatable({}, {__concat = function(a, b) return (type(a) == "table" and "T" or a) .. "&" .. (type(b) == "table" and "T" or b) end}) print(t .. "x", "x" .. t, 1 .. t, t .. t, "a" .. "b" .. t .. "c" .. "d")
---> length event
local t = setmetatable({1, 2}, {__len = function() return 42 end}) print(#t, rawlen(t))
---> equality event
local mt = {__eq = function(a, b) print "asked" return a.v == b.v end} local a, b, c = setmetatable({v = 1}, mt), setmetatable({v = 1}, mt), setmetatable({v = 2}, mt) print(a == b, a == c, a ~= b, a == a, a == 1, rawequal(a, b))
---> equality event of only one side
local a = setmetatable({}, {__eq = function() return true end}) print(a == {}, {} == a, a == "x", a ~= {})
---> equality event gives a boolean
local mt = {__eq = function() return 5 end} print(setmetatable({}, mt) == setmetatable({}, mt), setmetatable({}, {__eq = function() return nil end}) == {})
---> order events
local mt = {__lt = function(a, b) return a.v < b.v end, __le = function(a, b) return a.v <= b.v end} local function N(v) return setmetatable({v = v}, mt) end print(N(1) < N(2), N(1) > N(2), N(1) <= N(1), N(2) >= N(3), not (N(1) < N(1)))
---> order events with other types
local t = setmetatable({}, {__lt = function(a, b) return type(a) .. type(b) end, __le = function() return nil end}) print(t < 1, 1 < t, t < "x", t <= 1, t > 1, "a" >= t)
---> less or equal falls back to less than
local t = setmetatable({}, {__lt = function(a, b) return false end}) print(pcall(function() return t <= t end)) print(pcall(function() return t >= 1 end))
---> order without an event
print(pcall(function() return setmetatable({}, {}) < setmetatable({}, {}) end)) print(pcall(function() return setmetatable({}, {__name = "Thing"}) < 1 end)) print(pcall(function() return setmetatable({}, {__name = "Thing"}) < setmetatable({}, {__name = "Thing"}) end))
---> the name of a type in errors
local t = setmetatable({}, {__name = "My.Type"}) print(pcall(function() return t + 1 end)) print(pcall(function() return t() end)) print(pcall(function() return #t .. t end)) print(pcall(string.rep, t)) print((tostring(t):gsub("0x%x+", "ADDR")))
---> a name that is not a text
local t = setmetatable({}, {__name = 5}) print((tostring(t):gsub("0x%x+", "ADDR"))) print(pcall(function() return t + 1 end))
---> tostring event
print(setmetatable({}, {__tostring = function() return "custom" end}), tostring(setmetatable({}, {__tostring = function() return "x" end})))
---> tostring event of the wrong type
print(setmetatable({}, {__tostring = function() return 5 end}))
---> tostring event of the wrong type in tostring
local s = tostring(setmetatable({}, {__tostring = function() return {} end}))
---> protected metatable
local t = setmetatable({}, {__metatable = "locked"}) print(getmetatable(t), pcall(setmetatable, t, {}), pcall(setmetatable, t, nil))
---> a protected metatable that is false
local t = setmetatable({}, {__metatable = false}) print(getmetatable(t), pcall(setmetatable, t, {}))
---> pairs event
local t = setmetatable({}, {__pairs = function(t) return function(_, k) if not k then return 1, "one" end end, t, nil end}) for k, v in pairs(t) do print(k, v) end
---> pairs event gives three values
print(select("#", pairs(setmetatable({}, {__pairs = function() return 1, 2, 3, 4 end}))), pairs(setmetatable({}, {__pairs = function() return 1 end})))
---> ipairs respects index
local t = setmetatable({1}, {__index = function(_, i) if i < 4 then return i * 10 end end}) for i, v in ipairs(t) do print(i, v) end
---> the string metatable
print(getmetatable("").__index == string, ("x").len, ("abc").foo, pcall(function() return ("x").y.z end))
---> extending the string metatable
string.shout = function(s) return s:upper() .. "!" end print(("hi"):shout()) getmetatable("").__add = function(a, b) return "added" end print("x" + 1, pcall(function() return "3" + "4" end))
---> call of the string metatable
getmetatable("").__call = function(s, x) return s .. x end print(("a")("b"))
---> index of a string by a number
print(("abc")[1], #"abc", pcall(function() local s = "x" s.y = 1 end))
---> setmetatable errors
print(pcall(setmetatable, 1, {})) print(pcall(setmetatable, {})) print(pcall(setmetatable, {}, 1)) print(pcall(setmetatable)) print(pcall(getmetatable)) print(getmetatable(1), getmetatable(nil), getmetatable(print))
---> rawset and rawget errors
print(pcall(rawset, 1, 2, 3)) print(pcall(rawset, {}, nil, 1)) print(pcall(rawget, "x", 1)) print(pcall(rawset, {}, 0/0, 1)) print(pcall(rawset, {}, 1)) print(pcall(rawlen, 5)) print(pcall(rawequal, 1)) print(rawlen "abc", rawlen {1, 2})
---> inheritance
local A = {} A.__index = A function A.new(n) return setmetatable({n = n}, A) end function A:name() return "A" .. self.n end local B = setmetatable({}, {__index = A}) B.__index = B function B.new(n) local o = A.new(n) return setmetatable(o, B) end function B:name() return "B" .. A.name(self) end print(A.new(1):name(), B.new(2):name())
---> proxies
local function proxy(t) return setmetatable({}, {__index = t, __newindex = function(_, k, v) print("set", k, v) t[k] = v end, __len = function() return #t end, __pairs = function() return next, t, nil end}) end local p = proxy {1, 2} p[3] = 3 print(#p, p[3]) for k, v in pairs(p) do print(k, v) end
---> read only
local ro = setmetatable({}, {__index = {x = 1}, __newindex = function(_, k) error("read-only " .. k, 2) end}) ro.x = 5
---> vectors
local V = {} V.__index = V V.__add = function(a, b) return setmetatable({a[1] + b[1], a[2] + b[2]}, V) end V.__mul = function(a, b) if type(a) == "number" then a, b = b, a end return type(b) == "number" and setmetatable({a[1] * b, a[2] * b}, V) or a[1] * b[1] + a[2] * b[2] end V.__tostring = function(v) return "(" .. v[1] .. "," .. v[2] .. ")" end V.__unm = function(v) return setmetatable({-v[1], -v[2]}, V) end local v = setmetatable({1, 2}, V) print(tostring(v + v), tostring(v * 2), tostring(3 * v), v * v, tostring(-v))
---> a metatable for itself
local t = {} t.__index = function(_, k) return k end setmetatable(t, t) print(t.foo, rawget(t, "foo"))
---> index on nil through a chain
local t = setmetatable({}, {__index = setmetatable({}, {__index = function(_, k) error("no field " .. k) end})}) print(pcall(function() return t.q end))
---> index handler that cannot be indexed
local t = setmetatable({}, {__index = 5}) print(pcall(function() return t.x end)) local u = setmetatable({}, {__newindex = true}) print(pcall(function() u.x = 1 end))
---> environment
local env = {print = print} local f = load("x = 5 print(x) return _ENV", "e", "t", env) print(f() == env, env.x, x)
---> a local environment
local print = print do local _ENV = {y = 7} print(y, x) x = 1 print(_ENV.x) end print(x)
---> the environment as an upvalue
local function f() return a end a = 1 print(f(), _G.a, _ENV == _G, rawequal(_ENV._G, _G))
---> an environment that is not a table
local f = load("return x", "n", "t", 5) print(pcall(f)) print(pcall(load("x = 1", "n", "t", nil)))
---> an environment parameter
local function f(_ENV) return x end print(f {x = 3}) print(pcall(f, nil))
---> strict globals
setmetatable(_G, {__index = function(_, n) error("undeclared " .. n, 2) end, __newindex = function(_, n) error("assign " .. n, 2) end}) print(pcall(function() return foo end)) print(pcall(function() bar = 1 end))
---> close to nothing but gc
local t = setmetatable({}, {__gc = function() end, __mode = "k"}) t[1] = 1 collectgarbage() print(next(t))
---> weak values keep what is alive
local key = {} local t = setmetatable({}, {__mode = "v"}) t.a = key t.b = "text" t.c = 5 collectgarbage() print(t.a == key, t.b, t.c)
---> index with many keys
local t = setmetatable({}, {__index = function(t, k) local v = k * k rawset(t, k, v) return v end}) local s = 0 for i = 1, 100 do s = s + t[i] end print(s, #t)
---> len event that is not a number
local t = setmetatable({}, {__len = function() return "x" end}) print(#t, pcall(table.concat, t), pcall(table.unpack, t))
---> table functions respect metamethods
local log = {} local t = setmetatable({}, {__len = function() return 2 end, __index = function(_, i) return "v" .. i end, __newindex = function(t, k, v) log[#log + 1] = k .. "=" .. tostring(v) end}) table.insert(t, "x") table.insert(t, 1, "y") print(table.concat(log, " "), table.concat(t, ","), table.unpack(t))
---> division events by zero
local t = setmetatable({}, {__idiv = function() return "i" end, __mod = function() return "m" end}) print(t // 0, 1 % t, 0 // t)
---> a builtin follows a handler that is a string
print(string.gsub("k", "k", setmetatable({}, {__index = "abc"})))
print(pcall(table.insert, setmetatable({}, {__newindex = "abc"}), 1))
print(pcall(table.concat, setmetatable({}, {__index = "abc", __len = function() return 1 end})))
print(pcall(table.unpack, setmetatable({}, {__index = 7}), 1, 1))
