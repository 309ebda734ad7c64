local create, resume, yield, wrap, status = coroutine.create, coroutine.resume, coroutine.yield, coroutine.wrap, coroutine.status
-- values in both directions
local co = create(function(...) print("start", ...) local a = {yield(1, 2)} print("second", #a, a[1]) local b = yield() print(b) return "r1", "r2" end)
print(status(co)) print(resume(co, "a", "b")) print(status(co)) print(resume(co, "x")) print(resume(co, "last")) print(status(co)) print(resume(co))
-- errors inside
co = create(function() local x = nil; x() end) print(resume(co)) print(status(co)) print(resume(co))
co = create(function() error({code = 5}) end) local ok, e = resume(co) print(ok, type(e), e.code)
-- generators
local function range(n) return wrap(function() for i = 1, n do yield(i) end end) end
local sum = 0 for i in range(100) do sum = sum + i end print(sum)
local function permute(a, n) if n == 0 then yield(a) else for i = 1, n do a[n], a[i] = a[i], a[n] permute(a, n - 1) a[n], a[i] = a[i], a[n] end end end
for p in wrap(function() permute({1, 2, 3}, 3) end) do print(p[1], p[2], p[3]) end
-- yield across pcall, metamethods, iterators and closing values
co = wrap(function() print(pcall(function() local v = yield("in pcall") error("after " .. v) end)) return "end" end)
print(co()) print(co("resume"))
local mt = {__add = function(a, b) return yield("add") + 1 end, __index = function(t, k) return yield(k) end, __lt = function() return yield("lt") end, __eq = function() return yield("eq") end,
  __concat = function(a, b) return yield("cat") end, __call = function(self, x) return yield("call" .. x) end, __len = function() return yield("len") end, __newindex = function(t, k, v) yield("set") rawset(t, k, v) end, __unm = function() return yield("unm") end,
  __close = function() yield("close") end}
co = wrap(function()
  local o, p = setmetatable({}, mt), setmetatable({}, mt)
  print(o + 1) print(o.field) print(o < p, o < p, o > p) print(o == p, o ~= p) print("a" .. o .. "b" .. "c") print(o(1)) print(#o) o.x = 5 print(rawget(o, "x")) print(-o)
  if o < p then print("yes") else print("no") end
  while o < p do print("turn") end
  print(not (o < p))
  do local c <close> = o print("body") end
  for i in function(_, i) return yield("iter") end do print("i", i) end
  return "finished"
end)
local v = co() local feed = {field = "F", set = true, close = 0}
local n = 0
while v ~= "finished" do n = n + 1 local give = feed[v] if v == "add" then give = 41 elseif v == "lt" then give = n % 2 == 0 elseif v == "eq" then give = nil elseif v == "iter" then give = n < 24 and n or nil end if give == nil and v ~= "eq" and v ~= "iter" and v ~= "lt" then give = v .. n end print("yielded", v) v = co(give) end
print(v, n)
-- wrap passes errors on, with the position of the call
print(pcall(wrap(function() error("plain") end)))
print(pcall(function() wrap(function() error("prefixed") end)() end))
print(pcall(function() wrap(function() error({}) end)() end) == false)
co = wrap(function() return 1 end) co() print(pcall(co))
-- status and who runs
print(coroutine.isyieldable(), coroutine.running()  ~= nil, select(2, coroutine.running()))
co = create(function() print(coroutine.isyieldable(), status(co), select(2, coroutine.running()), coroutine.running() == co)
  local inner = create(function() print(status(co)) print(resume(co)) yield() end) resume(inner) print(status(inner)) return resume(inner) end)
print(resume(co)) print(resume(coroutine.running())) print(pcall(yield, 1))
-- close
co = create(function() local x <close> = setmetatable({}, {__close = function(_, e) print("closing", e) end}) yield(1) end)
resume(co) print(coroutine.close(co), status(co)) print(coroutine.close(co))
co = create(function() local x <close> = setmetatable({}, {__close = function(_, e) error("in close", 0) end}) yield(1) end)
resume(co) print(coroutine.close(co)) print(coroutine.close(co), status(co))
co = create(function() local x <close> = setmetatable({}, {__close = function(_, e) print("a", e) end}) local y <close> = setmetatable({}, {__close = function(_, e) print("b", e) error("B", 0) end}) pcall(yield, 1) print("not reached") end)
resume(co) print(coroutine.close(co))
co = create(print) print(coroutine.close(co), status(co), resume(co))
co = create(function() error("dead", 0) end) resume(co) print(coroutine.close(co)) print(coroutine.close(co))
co = create(function() coroutine.close(co) end) print(resume(co))
print(pcall(coroutine.close, coroutine.running()))
-- deep and many
local function deep(n) if n == 0 then return yield("bottom") end return (deep(n - 1)) end
co = wrap(deep) print(co(5000)) print(co("up"))
local count = 0 for i = 1, 2000 do local c = wrap(function() yield() count = count + 1 end) c() c() end print(count)
local function nest(n) if n == 0 then return "inmost" end return wrap(nest)(n - 1) end print(nest(100))
-- a queue of tasks
local tasks, log = {}, {}
for i = 1, 3 do tasks[i] = create(function() for j = 1, i do log[#log + 1] = i .. ":" .. j yield() end end) end
while #tasks > 0 do for i = #tasks, 1, -1 do resume(tasks[i]) if status(tasks[i]) == "dead" then for k = i, #tasks do tasks[k] = tasks[k + 1] end end end end
local out = "" for _, s in ipairs(log) do out = out .. s .. " " end print(out)
-- pcall and error around resumptions
print(pcall(resume)) print(pcall(resume, {})) print(pcall(create, 1)) print(pcall(wrap)) print(pcall(status, 1))
co = create(function() return pcall(error, "caught") end) print(resume(co))
co = create(function() local ok, e = xpcall(function() yield(1) error("E", 0) end, function(m) return "handled " .. m end) yield(e) return "done" end)
print(resume(co)) print(resume(co)) print(resume(co))
co = wrap(function() return xpcall(yield, print, "through") end) print(co()) print(co("back"))
co = wrap(function() return select("#", yield(yield(1))) end) print(co()) print(co(2)) print(co(3, 4))
co = wrap(yield) print(co(1, 2)) print(co(3))
co = wrap(pcall) print(co(yield, "p")) print(co("q"))
