---> concat
print(table.concat {}, table.concat {1, 2.5, "x"}, table.concat({1, 2, 3}, "-"), table.concat({1, 2, 3}, ",", 2), table.concat({1, 2, 3}, ",", 2, 2), table.concat({1, 2, 3}, ",", 3, 2))
---> concat errors
print(pcall(table.concat, {1, {}, 3})) print(pcall(table.concat, {1, nil, 3}, "", 1, 3)) print(pcall(table.concat)) print(pcall(table.concat, {}, {})) print(pcall(table.concat, {}, "", 1, 2)) print(pcall(table.concat, {true}))
---> concat at the edge of integers
print(table.concat({[math.maxinteger] = "end"}, "-", math.maxinteger, math.maxinteger)) print(table.concat({}, "x", math.maxinteger, math.mininteger))
---> insert
local t = {1, 2} table.insert(t, 3) table.insert(t, 1, 0) table.insert(t, 5, 4) print(table.concat(t, " "))
---> insert errors
print(pcall(table.insert, {1}, 3, 5)) print(pcall(table.insert, {1}, 0, 5)) print(pcall(table.insert, {})) print(pcall(table.insert, {}, 1, 2, 3)) print(pcall(table.insert, 5, 1)) print(pcall(table.insert, {}, "x", 1)) print(pcall(table.insert, {}, -1, 1)) print(pcall(table.insert))
---> remove
local t = {1, 2, 3, 4} print(table.remove(t), table.remove(t, 1), #t, table.concat(t, " ")) print(table.remove({}), table.remove({}, 0), #t, table.remove(t, 3), table.remove {n = 1})
---> remove errors
print(pcall(table.remove, {1, 2}, 5)) print(pcall(table.remove, {1, 2}, -1)) print(pcall(table.remove, {}, 2)) print(pcall(table.remove)) print(pcall(table.remove, {[0] = "z"}, 0)) print(pcall(table.remove, {}, "1x"))
---> move
print(table.concat(table.move({1, 2, 3}, 1, 3, 2), " "), table.concat(table.move({1, 2, 3}, 2, 3, 1), " "), table.concat(table.move({1, 2, 3}, 1, 3, 1, {}), " "), table.concat(table.move({1, 2, 3}, 1, 0, 5), " "))
---> move errors
print(pcall(table.move, {}, 1, math.maxinteger, 2)) print(pcall(table.move, {}, -1, math.maxinteger, 2)) print(pcall(table.move, {}, math.mininteger, 0, 1)) print(pcall(table.move, {}, 1, 2)) print(pcall(table.move, {}, 1, 2, 3, 4)) print(pcall(table.move, 1, 2, 3, 4))
---> move at the edge of integers
local t = table.move({[math.maxinteger - 1] = "a", [math.maxinteger] = "b"}, math.maxinteger - 1, math.maxinteger, 1) print(t[1], t[2]) print(pcall(table.move, {1, 2, 3}, 1, 3, math.maxinteger))
---> sort
local t = {5, 2, 8, 1, 9, 3} table.sort(t) print(table.concat(t, " ")) table.sort(t, function(a, b) return a > b end) print(table.concat(t, " ")) local s = {"b", "a", "C", "", "aa"} table.sort(s) print(table.concat(s, ","))
---> sort of mixed numbers
local t = {3, 1.5, -2, 2^53, 0.1, -0.5, 7} table.sort(t) print(table.concat(t, " "))
---> sort errors
print(pcall(table.sort, {1, "x"})) print(pcall(table.sort, {1, 2, nil, 4})) print(pcall(table.sort, {{}, {}})) print(pcall(table.sort, {1, 2}, 5)) print(pcall(table.sort)) print(pcall(table.sort, {3, 1, 2}, function() error("in sort", 0) end))
---> sort with an invalid order
print(pcall(table.sort, {1, 2, 3, 4, 5}, function() return true end))
---> sort of many
local t, x = {}, 12345 for i = 1, 1000 do x = (x * 1103515245 + 12345) % 2147483648 t[i] = x end table.sort(t) local ok = true for i = 2, #t do ok = ok and t[i - 1] <= t[i] end print(ok, t[1] <= t[1000])
---> sort by key
local people = {{n = "bob", a = 30}, {n = "al", a = 25}, {n = "cy", a = 35}} table.sort(people, function(x, y) return x.a < y.a end) for _, p in ipairs(people) do print(p.n, p.a) end
---> sort of sorted and equal lists
local t = {} for i = 1, 100 do t[i] = i // 10 end table.sort(t) print(t[1], t[50], t[100]) table.sort(t, function(a, b) return a > b end) print(t[1], t[50], t[100])
---> sort calls the comparison on elements only
local n = 0 local t = {4, 3, 2, 1} table.sort(t, function(a, b) n = n + 1 assert(a and b) return a < b end) print(table.concat(t, " "), n)
---> next
print(next {}, next {10}, next({10}, 1)) print(pcall(next, {}, "missing")) print(pcall(next)) print(pcall(next, {1, 2}, 3)) print(pcall(next, {}, 1.5))
---> removal while traversing
local t = {} for i = 1, 100 do t[i] = i t["k" .. i] = i end local n = 0 for k in pairs(t) do t[k] = nil n = n + 1 end print(n, next(t))
---> change while traversing
local t = {} for i = 1, 20 do t["k" .. i] = i end for k, v in pairs(t) do t[k] = v * 2 end local s = 0 for _, v in pairs(t) do s = s + v end print(s)
---> the border of lists
print(#{}, #{1, 2, 3}, #{1, 2, nil}, #{n = 1}, #{[1] = 1, [2] = 2}, #"") local t = {} for i = 1, 10 do t[i] = i end t[10] = nil t[9] = nil print(#t) t[#t + 1] = "x" print(#t)
---> lists built backwards
local t = {} for i = 10, 1, -1 do t[i] = i end print(#t, table.concat(t, " "))
---> float keys become integers
local t = {} t[1.0] = "a" t[2^31] = "b" t[-0.0] = "z" print(t[1], t[2147483648], t[0], math.type(next {[5.0] = 1}))
---> all types of keys
local f, t2 = function() end, {} local t = {[1] = "i", [1.5] = "f", s = "s", [true] = "b", [f] = "fn", [t2] = "t"} print(t[1], t[1.5], t.s, t[true], t[f], t[t2], t[false])
---> constructors with trailing separators
print(#{1, 2, 3,}, #{1; 2; 3;}, #{[1] = 5, 6}, ({[1] = 5, 6})[1], pcall(load "return {,}"), pcall(load "return {;}"))
---> a long constructor
local src = {} for i = 1, 500 do src[i] = i end local t = load("return {" .. table.concat(src, ",") .. "}")() print(#t, t[1], t[255], t[256], t[500])
---> a constructor with a long vararg
local function f(...) return {0, ...} end local src = {} for i = 1, 200 do src[i] = i end local t = f(table.unpack(src)) print(#t, t[1], t[201])
---> nil values in constructors
local t = {nil, nil, 3} print(t[1], t[3], select("#", table.unpack(t, 1, 3)))
---> pairs order of a list
local out = {} for k, v in pairs {"a", "b", "c", "d"} do out[#out + 1] = k .. v end print(table.concat(out, " "))
---> ipairs stops at nil
local n = 0 for i in ipairs {1, 2, nil, 4} do n = i end print(n) for i in ipairs {} do print "never" end print(pcall(ipairs)) print(pcall(ipairs, nil)) print(select("#", ipairs {}))
---> pairs errors
print(pcall(pairs)) print(pcall(pairs, nil)) print(pcall(pairs, 5)) print(pcall(function() for k in pairs(undefinedvar) do end end))
---> nested tables
local m = {} for i = 1, 3 do m[i] = {} for j = 1, 3 do m[i][j] = i * j end end for i = 1, 3 do print(table.concat(m[i], " ")) end
---> matrix multiplication
local function mul(a, b) local c = {} for i = 1, #a do c[i] = {} for j = 1, #b[1] do local s = 0 for k = 1, #b do s = s + a[i][k] * b[k][j] end c[i][j] = s end end return c end local r = mul({{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}) print(r[1][1], r[1][2], r[2][1], r[2][2])
---> queue and stack
local q = {first = 1, last = 0} local function push(v) q.last = q.last + 1 q[q.last] = v end local function pop() local v = q[q.first] q[q.first] = nil q.first = q.first + 1 return v end push "a" push "b" push "c" print(pop(), pop(), pop(), pop())
---> sets and counts
local counts = {} for w in ("the cat the dog the end"):gmatch "%a+" do counts[w] = (counts[w] or 0) + 1 end local keys = {} for k in pairs(counts) do keys[#keys + 1] = k end table.sort(keys) for _, k in ipairs(keys) do print(k, counts[k]) end
---> self references
local t = {} t.self = t t[t] = t print(t.self.self.self == t, t[t][t] == t)
---> deep copy
local function copy(o, seen) seen = seen or {} if type(o) ~= "table" then return o end if seen[o] then return seen[o] end local c = {} seen[o] = c for k, v in pairs(o) do c[copy(k, seen)] = copy(v, seen) end return setmetatable(c, getmetatable(o)) end local a = {1, {2, 3}, x = {y = 5}} a.loop = a local b = copy(a) print(b[2][1], b.x.y, b.loop == b, b ~= a)
---> unpack of ranges
print(table.unpack({1, 2, 3}, -1, 1)) print(table.unpack({1, 2, 3}, 3, 5)) print((table.unpack {1, 2})) print(select("#", table.unpack({}, 1, 50)))
---> pack of nothing
local t = table.pack() print(t.n, #t, next(t))
---> sparse tables
local t = {[1] = 1, [1000000] = 2, [-5] = 3} local n = 0 for _ in pairs(t) do n = n + 1 end print(n, t[1000000], t[-5])
---> removal and growth
local t = {} for r = 1, 5 do for i = 1, 100 do t[i] = i end for i = 100, 1, -1 do t[i] = nil end end print(#t, next(t))
---> a table with a nil hole at the start
local t = {[2] = "b", [3] = "c"} print(#t == 0 or #t == 3, t[2])
