---> fibonacci
local a, b = 0, 1 for i = 1, 90 do a, b = b, a + b end print(a)
---> towers
local n = 0 local function hanoi(k, a, b, c) if k == 0 then return end hanoi(k - 1, a, c, b) n = n + 1 hanoi(k - 1, c, b, a) end hanoi(10, "a", "b", "c") print(n)
---> queens
local function queens(n) local count, cols, d1, d2 = 0, {}, {}, {} local function place(r) if r > n then count = count + 1 return end for c = 1, n do if not cols[c] and not d1[r + c] and not d2[r - c] then cols[c], d1[r + c], d2[r - c] = true, true, true place(r + 1) cols[c], d1[r + c], d2[r - c] = nil, nil, nil end end end place(1) return count end print(queens(6))
---> binary search
local function search(t, x) local lo, hi = 1, #t while lo <= hi do local mid = (lo + hi) // 2 if t[mid] == x then return mid elseif t[mid] < x then lo = mid + 1 else hi = mid - 1 end end end local t = {} for i = 1, 100 do t[i] = i * 3 end print(search(t, 27), search(t, 28), search(t, 300))
---> a json writer
local function json(v) local k = type(v) if k == "table" then local out = {} if #v > 0 then for i, e in ipairs(v) do out[i] = json(e) end return "[" .. table.concat(out, ",") .. "]" end local keys = {} for n in pairs(v) do keys[#keys + 1] = n end table.sort(keys) for _, n in ipairs(keys) do out[#out + 1] = ("%q:%s"):format(n, json(v[n])) end return "{" .. table.concat(out, ",") .. "}" elseif k == "string" then return ("%q"):format(v) else return tostring(v) end end print(json {a = {1, 2, {b = true}}, c = "x\"y", d = 1.5})
---> a calculator
local function parse(s) local pos = 1 local expr local function ws() pos = s:find("%S", pos) or #s + 1 end local function atom() ws() local c = s:sub(pos, pos) if c == "(" then pos = pos + 1 local v = expr() ws() pos = pos + 1 return v end local a, b = s:find("^-?%d+%.?%d*", pos) pos = b + 1 return tonumber(s:sub(a, b)) end local function term() local v = atom() while true do ws() local c = s:sub(pos, pos) if c == "*" then pos = pos + 1 v = v * atom() elseif c == "/" then pos = pos + 1 v = v / atom() else return v end end end function expr() local v = term() while true do ws() local c = s:sub(pos, pos) if c == "+" then pos = pos + 1 v = v + term() elseif c == "-" then pos = pos + 1 v = v - term() else return v end end end return expr() end print(parse "1 + 2 * 3", parse "(1 + 2) * 3 - 4 / 2", parse "2 * (3 + (4 - 1))")
---> run lengths
print((("aaabccd"):gsub("(.)(%1*)", function(c, r) return c .. #r + 1 end)))
---> roman numerals
local function roman(n) local out = "" for _, p in ipairs {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} do while n >= p[1] do out = out .. p[2] n = n - p[1] end end return out end print(roman(1994), roman(2024), roman(49))
---> a linked list reversed
local list for i = 1, 5 do list = {next = list, v = i} end local rev = nil while list do local n = list.next list.next = rev rev = list list = n end local out = {} while rev do out[#out + 1] = rev.v rev = rev.next end print(table.concat(out, " "))
---> a heap
local h = {} local function push(x) local i = #h + 1 h[i] = x while i > 1 and h[i // 2] > h[i] do h[i], h[i // 2] = h[i // 2], h[i] i = i // 2 end end local function pop() local top = h[1] h[1] = h[#h] h[#h] = nil local i = 1 while true do local s = i if h[2 * i] and h[2 * i] < h[s] then s = 2 * i end if h[2 * i + 1] and h[2 * i + 1] < h[s] then s = 2 * i + 1 end if s == i then return top end h[i], h[s] = h[s], h[i] i = s end end for _, v in ipairs {5, 3, 8, 1, 9, 2} do push(v) end local out = {} while #h > 0 do out[#out + 1] = pop() end print(table.concat(out, " "))
---> levenshtein
local function lev(a, b) local p = {} for j = 0, #b do p[j] = j end for i = 1, #a do local c = {[0] = i} for j = 1, #b do c[j] = math.min(p[j] + 1, c[j - 1] + 1, p[j - 1] + (a:byte(i) == b:byte(j) and 0 or 1)) end p = c end return p[#b] end print(lev("kitten", "sitting"), lev("", "abc"), lev("same", "same"))
---> base64
local A = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" local function b64(s) local out = {} for i = 1, #s, 3 do local a, b, c = s:byte(i, i + 2) local n = a << 16 | (b or 0) << 8 | (c or 0) for k = 3, 0, -1 do local x = n >> (6 * k) & 63 out[#out + 1] = A:sub(x + 1, x + 1) end if not b then out[#out - 1] = "=" end if not c then out[#out] = "=" end end return table.concat(out) end print(b64 "Man", b64 "Ma", b64 "M", b64 "Hello, gateway")
---> crc
local function crc(s) local c = 0xffffffff for i = 1, #s do c = c ~ s:byte(i) for _ = 1, 8 do c = c & 1 == 1 and (c >> 1) ~ 0xEDB88320 or c >> 1 end end return c ~ 0xffffffff end print(("%08x"):format(crc "123456789"), ("%08x"):format(crc ""))
---> a class with varargs and closures
local Stack = {} Stack.__index = Stack function Stack.new(...) local s = setmetatable({n = 0}, Stack) for i = 1, select("#", ...) do s:push((select(i, ...))) end return s end function Stack:push(v) self.n = self.n + 1 self[self.n] = v return self end function Stack:pop() local v = self[self.n] self[self.n] = nil self.n = self.n - 1 return v end local s = Stack.new(1, nil, 3) print(s:pop(), s:pop(), s:pop(), s.n) print(s:push("a"):push("b").n)
---> events
local E = {} local handlers = {} function E.on(n, f) handlers[n] = handlers[n] or {} table.insert(handlers[n], f) end function E.emit(n, ...) for _, f in ipairs(handlers[n] or {}) do f(...) end end E.on("x", function(a) print("first", a) end) E.on("x", function(a, b) print("second", a, b) end) E.emit("x", 1, 2) E.emit "none"
---> word frequencies sorted
local c = {} for w in ("b a c a b a"):gmatch "%a" do c[w] = (c[w] or 0) + 1 end local k = {} for w in pairs(c) do k[#k + 1] = w end table.sort(k, function(x, y) if c[x] ~= c[y] then return c[x] > c[y] end return x < y end) for _, w in ipairs(k) do print(w, c[w]) end
---> the sieve of a coroutine
local function gen(n) return coroutine.wrap(function() for i = 2, n do coroutine.yield(i) end end) end local function filter(p, g) return coroutine.wrap(function() for n in g do if n % p ~= 0 then coroutine.yield(n) end end end) end local x, out = gen(40), {} while true do local n = x() if not n then break end out[#out + 1] = n x = filter(n, x) end print(table.concat(out, " "))
---> collatz
local best, len = 0, 0 for i = 1, 1000 do local n, c = i, 1 while n ~= 1 do n = n % 2 == 0 and n // 2 or 3 * n + 1 c = c + 1 end if c > len then best, len = i, c end end print(best, len)
---> a flattened tree
local function flat(t, out) out = out or {} for _, v in ipairs(t) do if type(v) == "table" then flat(v, out) else out[#out + 1] = v end end return out end print(table.concat(flat {1, {2, {3, {4}}, 5}, {{{6}}}}, " "))
---> map filter reduce
local function map(t, f) local r = {} for i, v in ipairs(t) do r[i] = f(v) end return r end local function filter(t, f) local r = {} for _, v in ipairs(t) do if f(v) then r[#r + 1] = v end end return r end local function reduce(t, f, a) for _, v in ipairs(t) do a = f(a, v) end return a end print(reduce(map(filter({1, 2, 3, 4, 5, 6}, function(x) return x % 2 == 0 end), function(x) return x * x end), function(a, b) return a + b end, 0))
---> spirals of digits
local g = {} for i = 1, 4 do g[i] = {} end local x, y, dx, dy = 1, 1, 1, 0 for n = 1, 16 do g[y][x] = n local nx, ny = x + dx, y + dy if not g[ny] or nx < 1 or nx > 4 or g[ny][nx] then dx, dy = -dy, dx nx, ny = x + dx, y + dy end x, y = nx, ny end for i = 1, 4 do print(table.concat(g[i], "\t")) end
