---> values in and out
local co = coroutine.create(function(a, b) print(a, b) local c = coroutine.yield(a + b) print(c) local d, e = coroutine.yield(c * 2) return d, e end) print(coroutine.resume(co, 1, 2)) print(coroutine.resume(co, 10)) print(coroutine.resume(co, "x", "y")) print(coroutine.resume(co))
---> status
local co co = coroutine.create(function() print(coroutine.status(co)) coroutine.yield() end) print(coroutine.status(co)) coroutine.resume(co) print(coroutine.status(co)) coroutine.resume(co) print(coroutine.status(co))
---> status of a normal coroutine
local outer outer = coroutine.create(function() local inner = coroutine.create(function() print(coroutine.status(outer)) end) coroutine.resume(inner) print(coroutine.status(inner)) end) coroutine.resume(outer)
---> wrap
local gen = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) print(gen(), gen(), gen(), gen()) print(pcall(gen))
---> wrap as an iterator
local function range(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end end) end for i, sq in range(3) do print(i, sq) end
---> permutations
local function permgen(a, n) n = n or #a if n <= 1 then coroutine.yield(a) else for i = 1, n do a[n], a[i] = a[i], a[n] permgen(a, n - 1) a[n], a[i] = a[i], a[n] end end end for p in coroutine.wrap(function() permgen {1, 2, 3} end) do print(table.concat(p, " ")) end
---> resume of a dead coroutine
local co = coroutine.create(function() end) print(coroutine.resume(co)) print(coroutine.resume(co)) print(coroutine.status(co))
---> resume of itself
local co co = coroutine.create(function() print(coroutine.resume(co)) end) coroutine.resume(co) print(coroutine.resume(coroutine.running()))
---> wrap called in itself
local w w = coroutine.wrap(function() print(pcall(w)) end) w()
---> yield outside a coroutine
print(pcall(coroutine.yield, 1))
---> isyieldable and running
print(coroutine.isyieldable(), select(2, coroutine.running())) coroutine.wrap(function() print(coroutine.isyieldable(), select(2, coroutine.running())) end)()
---> errors in coroutines
local co = coroutine.create(function() error "oops" end) print(coroutine.resume(co)) print(coroutine.status(co)) print(coroutine.close(co))
---> errors of wrap get a position
local w = coroutine.wrap(function() error("text", 0) end) print(pcall(w)) local v = coroutine.wrap(function() error({}) end) print(type(select(2, pcall(v))))
---> wrap of a runtime error
local w = coroutine.wrap(function() local x = nil + 1 end) w()
---> yield across pcall
local co = coroutine.wrap(function() print(pcall(function() coroutine.yield(1) error("after", 0) end)) return "end" end) print(co()) print(co())
---> yield across xpcall
local co = coroutine.wrap(function() print(xpcall(function(a) local b = coroutine.yield(a) error(b, 0) end, function(m) return "H" .. m end, 5)) end) print(co()) co "err"
---> yield in a metamethod
local t = setmetatable({}, {__add = function(a, b) return coroutine.yield("add") end, __index = function(_, k) return coroutine.yield(k) end, __lt = function() return coroutine.yield("lt") end, __concat = function() return coroutine.yield("concat") end, __eq = function() return coroutine.yield "eq" end, __call = function(_, x) return coroutine.yield(x) end, __len = function() return coroutine.yield "len" end}) local co = coroutine.wrap(function() print(t + 1, t.key, t < 1, t .. "x", t == setmetatable({}, getmetatable(t)), t "call", #t) return "done" end) local r = co() while r ~= "done" do print(r) r = co("v" .. tostring(r)) end
---> yield in newindex
local t = setmetatable({}, {__newindex = function(t, k, v) rawset(t, k, coroutine.yield(v)) end}) local co = coroutine.wrap(function() t.x = 1 return t.x end) print(co(), co(99))
---> yield in an iterator
local co = coroutine.wrap(function() for i in function(_, c) return coroutine.yield(c) end do print("got", i) end return "end" end) print(co()) print(co(1)) print(co(2)) print(co(nil))
---> yield in a sort is refused
local co = coroutine.create(function() table.sort({3, 2, 1}, function(a, b) coroutine.yield() return a < b end) end) print(coroutine.resume(co))
---> yield in gsub is refused
local co = coroutine.create(function() return ("abc"):gsub(".", coroutine.yield) end) print(coroutine.resume(co))
---> close
local co = coroutine.create(function() coroutine.yield() end) print(coroutine.close(co), coroutine.status(co)) print(coroutine.resume(co)) print(coroutine.close(co))
---> close of a running coroutine
print(pcall(coroutine.close, coroutine.running())) coroutine.wrap(function() print(pcall(coroutine.close, coroutine.running())) end)()
---> close of a normal coroutine
local co co = coroutine.create(function() coroutine.wrap(function() print(pcall(coroutine.close, co)) end)() end) coroutine.resume(co)
---> close after an error
local co = coroutine.create(function() error("E", 0) end) coroutine.resume(co) print(coroutine.close(co)) print(coroutine.close(co))
---> arguments of the wrong type
print(pcall(coroutine.create)) print(pcall(coroutine.create, 1)) print(pcall(coroutine.resume, 1)) print(pcall(coroutine.wrap, {})) print(pcall(coroutine.status, "x")) print(pcall(coroutine.close, nil)) print(pcall(coroutine.isyieldable, 5))
---> builtins as coroutine bodies
print(coroutine.resume(coroutine.create(print), 1, 2)) print(coroutine.wrap(math.max)(3, 9, 4)) print(coroutine.resume(coroutine.create(error), "x")) print(coroutine.resume(coroutine.create(pcall), error, "y"))
---> yield as a coroutine body
local co = coroutine.create(coroutine.yield) print(coroutine.resume(co, 1, 2)) print(coroutine.resume(co, 3)) print(coroutine.status(co))
---> producer and consumer
local function producer() return coroutine.create(function() for _, v in ipairs {"a", "b", "c"} do coroutine.yield(v) end return nil end) end local function filter(p) return coroutine.create(function() local n = 1 while true do local _, v = coroutine.resume(p) if not v then return nil end coroutine.yield(n .. ":" .. v) n = n + 1 end end) end local f = filter(producer()) while true do local _, v = coroutine.resume(f) if not v then break end print(v) end
---> a scheduler
local tasks, log = {}, {} for i = 1, 3 do tasks[i] = coroutine.create(function() for j = 1, i do log[#log + 1] = i .. "." .. j coroutine.yield() end end) end while #tasks > 0 do for i = #tasks, 1, -1 do coroutine.resume(tasks[i]) if coroutine.status(tasks[i]) == "dead" then table.remove(tasks, i) end end end print(table.concat(log, " "))
---> deep yields
local function rec(n) if n == 0 then coroutine.yield "bottom" else rec(n - 1) end return n end local co = coroutine.create(function() return rec(100) end) print(coroutine.resume(co)) print(coroutine.resume(co)) print(coroutine.status(co))
---> many coroutines
local s = 0 for i = 1, 1000 do local co = coroutine.wrap(function(x) local y = coroutine.yield(x) return x + y end) co(i) s = s + co(1) end print(s)
---> coroutines within coroutines
local function nest(n) if n == 0 then return "core" end return coroutine.wrap(function() return nest(n - 1) end)() end print(nest(50))
---> upvalues shared by coroutines
local n = 0 local function mk() return coroutine.wrap(function() while true do n = n + 1 coroutine.yield(n) end end) end local a, b = mk(), mk() print(a(), b(), a(), b(), n)
---> varargs through yield
local co = coroutine.wrap(function(...) local r = table.pack(...) while true do r = table.pack(coroutine.yield(r.n, table.unpack(r, 1, r.n))) end end) print(co()) print(co(nil)) print(co(nil, nil)) print(co(1, nil, 3))
---> tail call of yield
local co = coroutine.create(function(x) return coroutine.yield(x) end) print(coroutine.resume(co, 1)) print(coroutine.resume(co, 2, 3))
---> a coroutine as a key
local co = coroutine.create(print) local t = {[co] = "yes"} print(t[co], type(co), coroutine.running() ~= co)
---> wrap dead error
local w = coroutine.wrap(function() return 1 end) w() w()
---> error level in a coroutine
local co = coroutine.create(function() local function f() error("lvl", 2) end
f() end) print(coroutine.resume(co))
---> stack overflow in a coroutine
local function f() return f() + 1 end local ok, m = coroutine.resume(coroutine.create(f)) print(ok, m:match "stack overflow")
---> yield in close while an error runs
local co = coroutine.wrap(function() return pcall(function() local x <close> = setmetatable({}, {__close = function(_, e) coroutine.yield("closing " .. e) end}) error("E", 0) end) end) print(co()) print(co())
---> yield within nested pcalls
local co = coroutine.wrap(function() return pcall(pcall, pcall, function() coroutine.yield "y" error("z", 0) end) end) print(co()) print(co())
---> sum of a generator tree
local function walk(t) if t then walk(t.l) coroutine.yield(t.v) walk(t.r) end end local tree = {v = 5, l = {v = 2, l = {v = 1}}, r = {v = 9, l = {v = 7}}} local out = {} for v in coroutine.wrap(function() walk(tree) end) do out[#out + 1] = v end print(table.concat(out, " "))
