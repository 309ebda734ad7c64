---> const
local x <const> = 5 local function f() return x end print(x, f())
---> const cannot be assigned
print(load "local x <const> = 1 x = 2") print(load "local x <const> = 1; function f() x = 2 end") print(load "local a <close> = nil; a = 1") print(load "local x, y <const> = 1, 2; y = 1") print(load "local x <const> = 1; function x() end") print(load "local x <const> = 1 for x = 1, 2 do x = 3 end")
---> unknown attribute
print(load "local x <foo> = 1") print(load "local x <> = 1") print(load "local x <const = 1") print(load "local x <1>") print(load "local function f <const>() end")
---> two variables to be closed
print(load "local a <close>, b <close> = nil, nil")
---> close order
do local function mk(n) return setmetatable({}, {__close = function(o, e) print("close", n, e) end}) end local a <close> = mk "a" local b <close> = mk "b" print "body" end print "after"
---> close of nil and false
do local a <close> = nil local b <close> = false print "ok" end
---> close of a value that has no metamethod
local x <close> = 42
---> close of a table without metamethod
do local things <close> = {} end
---> close at return
local function f() local x <close> = setmetatable({}, {__close = function() print "closed" end}) return 1, 2, 3 end print(f())
---> close at a return of a tail call
local function g() print "g" return "r" end local function f() local x <close> = setmetatable({}, {__close = function() print "closed" end}) return g() end print(f())
---> close at an error
print(pcall(function() local x <close> = setmetatable({}, {__close = function(_, e) print("closing", e) end}) error "oops" end))
---> an error in close replaces the error
print(pcall(function() local x <close> = setmetatable({}, {__close = function(_, e) error("second " .. tostring(e), 0) end}) error("first", 0) end))
---> errors in closes are handed on
print(pcall(function() local a <close> = setmetatable({}, {__close = function(_, e) print("a", e) end}) local b <close> = setmetatable({}, {__close = function(_, e) print("b", e) error("from b", 0) end}) local c <close> = setmetatable({}, {__close = function(_, e) print("c", e) error("from c", 0) end}) return 1 end))
---> close at break and goto
for i = 1, 2 do local x <close> = setmetatable({}, {__close = function() print("c", i) end}) if i == 2 then break end end do local x <close> = setmetatable({}, {__close = function() print "g" end}) goto e end ::e:: print "end"
---> the close metamethod removed later
local mt = {__close = function() end} print(pcall(function() local x <close> = setmetatable({}, mt) mt.__close = nil end))
---> the close metamethod of another type
print(pcall(function() local x <close> = setmetatable({}, {__close = 5}) end))
---> close in a coroutine that yields
local co = coroutine.wrap(function() local x <close> = setmetatable({}, {__close = function() coroutine.yield "in close" print "closed" end}) coroutine.yield "body" return "end" end) print(co()) print(co()) print(co())
---> close of a coroutine closes variables
local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function(_, e) print("closed", e) end}) coroutine.yield() end) coroutine.resume(co) print(coroutine.close(co), coroutine.status(co))
---> close of a coroutine with an error in close
local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function(_, e) error("bad", 0) end}) coroutine.yield() end) coroutine.resume(co) print(coroutine.close(co)) print(coroutine.status(co))
---> constants of all types
local a <const>, b <const>, c <const>, d <const> = nil, true, "s", 1.5 print(a, b, c, d, (function() return b, c, d end)())
---> constant of a table can be filled
local t <const> = {} t.x = 1 print(t.x)
---> constant as an upvalue and operand
local n <const> = 3 local f = function(x) return x + n, n * x, n .. x, x < n, n == x end print(f(2))
---> the varargs and close
local function f(...) local x <close> = setmetatable({}, {__close = function() print "c" end}) return ... end print(f(1, nil, 3)) print(select("#", f(nil, nil)))
---> closing a generic for by an error
print(pcall(function() for k in next, {1}, nil, setmetatable({}, {__close = function(_, e) print("loop", e) end}) do error("inside", 0) end end))
---> the name of the variable in the error
local function f() local handle <close> = "text" end print(pcall(f))
