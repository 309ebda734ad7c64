---> load of a text
print(load "return 1 + 1"(), load("return ...", "n")(5), load "syntax error here", load ""())
---> load of a function
local parts = {"return ", "1", " + ", "2"} local i = 0 print(load(function() i = i + 1 return parts[i] end)()) print(load(function() return nil end)())
---> load of a function that gives an empty text
local parts = {"return 5", "", " + 1"} local i = 0 print(load(function() i = i + 1 return parts[i] end)())
---> load of a function that gives a number
local parts = {"return ", 42} local i = 0 print(pcall(load, function() i = i + 1 return parts[i] end))
---> load of a function that gives a table
print(load(function() return {} end)) print(load(function() return true end))
---> load of a function that fails
print(load(function() error("reader", 0) end)) print(load(function() error {} end) == nil)
---> load with modes
print(load("return 1", "n", "t") ~= nil, load("return 1", "n", "b")) print(load("return 1", "n", "bt") ~= nil, load("return 1", "n", "")) print(load("\27Lua", "n", "t")) print(load("\27Lua", "=n", "t"))
---> load with a bad mode or type
print(pcall(load)) print(pcall(load, nil)) print(pcall(load, {})) print(pcall(load, true)) print(pcall(load, "x = 1", {})) print(pcall(load, "x = 1", "n", {}))
---> load of a number
print(load(5)) print(pcall(load, 5))
---> load keeps the environment
x = 5 local x = 10 print(load "return x"(), load("return x", "n", "t", {x = 1})(), load("x = 7")(), _G.x)
---> load with an environment of nil
print(pcall(load("return 1", "n", "t", nil)), pcall(load("return y", "n", "t", nil)))
---> loaded functions are new
local s = "return function() end" local f = load(s) print(f() ~= f() or "shared", f ~= load(s))
---> upvalues of a loaded chunk
local f = load "local n = 0 return function() n = n + 1 return n end" local a, b = f(), f() print(a(), a(), b())
---> a first line with a hash
print(load "#!/usr/bin/lua\nreturn 1") print(load "# comment\nreturn 1")
---> names of chunks in syntax errors
print(load("=", "=name")) print(load("=", "@file.lua")) print(load("=", "text of the chunk")) print(load("=", "first\nsecond")) print(load("=\n=", ("long"):rep(30))) print(load("x =")) print(load("x =", "=(load)")) print(load(function() return nil end, "=r"))
---> names of chunks from functions
local n = 0 print(load(function() n = n + 1 return ({"x = ", "= 1"})[n] end)) n = 0 print(load(function() n = n + 1 return ({"x = ", "= 1"})[n] end, "@mine"))
---> load returns no more than one function
print(select("#", load "return 1")) print(select("#", load "="))
---> collectgarbage
print(collectgarbage(), collectgarbage "collect", type(collectgarbage "count"), collectgarbage "isrunning", collectgarbage "stop", collectgarbage "isrunning", collectgarbage "restart", collectgarbage "isrunning")
---> collectgarbage modes
print(collectgarbage "incremental", collectgarbage "generational", collectgarbage "incremental", collectgarbage "incremental", collectgarbage("generational", 20, 100), collectgarbage("incremental", 100, 200, 10))
---> collectgarbage step and parameters
print(collectgarbage("setpause", 150), collectgarbage("setpause", 200), collectgarbage("setstepmul", 300), collectgarbage("setstepmul", 100)) print(type(collectgarbage "step"))
---> collectgarbage errors
print(pcall(collectgarbage, "nothing")) print(pcall(collectgarbage, {})) print(pcall(collectgarbage, "step", "x"))
---> type
print(type(nil), type(1), type "s", type(true), type {}, type(print), type(function() end), type(coroutine.create(print))) print(pcall(type))
---> print
print() print(nil, false) print("a", "b") print((("x"):rep(3))) print(1, 1.0, -0.0)
---> globals
print(_VERSION, _G._G == _G, type(_ENV), type(string), type(table), type(math), type(coroutine), type(os), type(utf8))
---> next over globals
local n = 0 for k in pairs(_G) do assert(type(k) == "string") n = n + 1 end print(n > 20)
---> removed functions
print(unpack, loadstring, setfenv, getfenv, module, table.maxn, string.gfind)
---> warn
print(pcall(warn)) print(pcall(warn, {})) print(pcall(warn, "a", nil)) print(select("#", warn "@off"))
---> dates
print(os.date("!%Y-%m-%d %H:%M:%S", 0), os.date("!%c", 86400), os.date("!%x %X %p %j %y %%", 3600 * 13), os.date("!%A %B %a %b", 1e9 // 1 | 0)) local d = os.date("!*t", 1700000000) print(d.year, d.month, d.day, d.hour, d.min, d.sec, d.wday, d.yday, d.isdst)
---> times
print(os.time {year = 2024, month = 2, day = 30, hour = 12} - os.time {year = 2024, month = 3, day = 1, hour = 12}, math.type(os.time()), os.difftime(10, 5), os.time {year = 2000, month = 1, day = 1, hour = 0})
---> normalised times
local t = {year = 2023, month = 14, day = -3, hour = 25, min = 61, sec = 61} os.time(t) print(t.year, t.month, t.day, t.hour, t.min, t.sec, t.wday, t.yday)
---> time errors
print(pcall(os.time, {year = 2024})) print(pcall(os.time, {year = 2024, month = "x", day = 1})) print(pcall(os.time, {year = 2024, month = 1.5, day = 1})) print(pcall(os.time, {year = 1e100, month = 1, day = 1})) print(pcall(os.date, "%Ez")) print(pcall(os.date, "%Q")) print(pcall(os.date, "*t", 2^60)) print(pcall(os.date, "%")) print(pcall(os.time, 5))
---> clock
print(math.type(os.clock()), os.clock() >= 0, pcall(os.difftime), pcall(os.difftime, "x"))
