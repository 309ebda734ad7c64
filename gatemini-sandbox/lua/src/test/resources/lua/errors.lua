-- errors
local function e(f, ...) print(select(2, pcall(f, ...))) end
local t = {}
local up
e(function() t.x.y = 1 end) e(function() up.x = 1 end) e(function() return up.x end) e(function() return t:nope() end)
e(function() t.a.b.c() end) e(function() nope.x() end) e(function() return #nope end) e(function() return -t.x end)
e(function() return t .. "x" end) e(function() return "x" .. t end) e(function() return 1 .. nil .. 2 end) e(function() local a = {} return a.b .. "x" end)
e(function() return t + 1 end) e(function() return 1 + t.x end) e(function() return t.x * 2 end) e(function() return 2 ^ nope end)
e(function() return t < 1 end) e(function() return t <= t end) e(function() return "a" < 1 end) e(function() return nil > 2 end) e(function() return {} >= {} end)
e(function() t[nil] = 1 end) e(function() t() end) e(function() (nil)() end) e(function() ("x")() end) e(function() (1)() end) e(function() t.x:y() end)
e(function() local a <const> = nil; a.b = 1 end)  e(function() return t[1][2] end) e(function() return t[1.5].x end) e(function() local k = "a" return t[k].x end)
e(function() return 1 < t end) e(function() for i = 1, {} do end end) e(function() for i = {}, 1 do end end) e(function() for i=1,10,t do end end)
e(function() for k in 5 do end end) e(function() for k in pairs(nil) do end end) e(function() for k in t do end end)
e(function() ipairs() end) e(function() setmetatable({}) end) e(function() setmetatable({}, 1) end) e(function() getmetatable() end) e(function() rawset(1,2,3) end) e(function() rawlen(5) end)
e(function() select(0) end) e(function() select() end) e(function() tonumber() end) e(function() tonumber("z", 99) end) e(function() tonumber(5, 10) end) e(function() tostring() end)
e(function() error() end) e(function() error(nil) end) e(function() error("a", 0) end) e(function() error("a", 1) end) e(function() error("a", 2) end) e(function() error("a", 3) end) e(function() error({}) end == nil)
e(function() assert(false) end) e(function() assert(nil, "m") end) e(function() assert() end) e(function() assert(1 == 2, {1}) end == nil)
e(function() next({}, "x") end) e(function() load() end) e(function() load(5, 6, 7, 8) end) e(function() pcall() end) e(function() xpcall(print) end) e(function() xpcall() end)
e(function() coroutine.resume(1) end) e(function() coroutine.create(1) end) e(function() coroutine.wrap() end) e(function() coroutine.status() end) e(function() coroutine.close(coroutine.running()) end)
e(function() local s = setmetatable({}, {__name="My.Type"}) return s + 1 end) e(function() local s = setmetatable({}, {__name="My.Type"}) return s < 1 end) e(function() local s = setmetatable({}, {__name="My.Type"}) return #s .. s end)

   
e(function() return 2^53 | 0.5 end) e(function() return 1 | "a" end) e(function() return ~{} end) e(function() return 1 << 1.5 end) e(function() return "3" | 4.0 end)
e(function() local a; a() end) e(function() local a = {} ; a.b.c.d = 1 end) e(function() up() end) e(function() up.a.b = 2 end)
    
  
e(function() local function f() error("deep") end local function g() f() end g() end)
e(function() error(setmetatable({}, {__tostring=function() return "custom" end})) end == nil)
e(function() setmetatable({}, {__newindex=function(t,k,v) error("ro " .. k) end}).foo = 1 end)
e(function() setmetatable({}, {__newindex=function(t,k,v) error("ro " .. k, 2) end}).foo = 1 end)
e(function() local t = setmetatable({}, {__metatable="locked"}) print(getmetatable(t)) setmetatable(t, {}) end)
e(function() local a = setmetatable({}, {__call=5}) a() end)
e(function() local a = setmetatable({}, {__call=setmetatable({}, {__call=function(...) print(select('#', ...)) end})}) a(1, 2) end)
e(function() return tostring(setmetatable({}, {__tostring=function() return 1 end})) end)
e(function() return #setmetatable({}, {__len=function() return "x" end}) end)
e(function() local x <close> = {} end) e(function() local x <close> = nil; local y <close> = false; print("ok") end)
e(function() for i = 1, 3 do local x <close> = setmetatable({}, {__close=function(o, er) print("c", i, er) end}) if i == 2 then error("in loop") end end end)
e(function() local x <close> = setmetatable({}, {__close=function(o, er) print("c1", er) error("second", 0) end}) local y <close> = setmetatable({}, {__close=function(o, er) print("c2", er) error("first", 0) end}) error("zero", 0) end)
e(function() local x <close> = setmetatable({}, {__close=function(o, er) print("r", er) end}) return "ret" end)
print(xpcall(function() local x <close> = setmetatable({}, {__close=function() print("closing") end}) error("E") end, function(m) print("handler", m) return "H" end))
print(xpcall(function() t.x.y = 1 end, function(m) return m .. "!" end))
print(xpcall(function(...) return ... end, print, 1, 2, 3))
print(pcall(pcall)) print(pcall(pcall, error, "x")) print(pcall(error, "x", 2)) print(select('#', pcall(error)))
print(xpcall(error, function(m) error("again") end, "x"))
local d = 0
print(xpcall(function() error("x") end, function(m) d = d + 1 if d < 5 then error("y" .. d) end return "fin" .. m end), d)
local function rec(n) return 1 + rec(n + 1) end
print(select(2, pcall(rec, 1)))
print(select(2, xpcall(rec, function(m) return "SO: " .. m end, 1)))
local function inf() return inf() end
print(pcall(setmetatable({}, {__index = function(t, k) return t[k .. "x"] end}) and function() local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x end))
