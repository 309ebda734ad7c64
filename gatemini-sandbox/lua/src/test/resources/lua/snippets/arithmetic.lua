---> integer division and modulo by every sign
for _, a in ipairs {7, -7, 7.0, -7.0} do for _, b in ipairs {3, -3, 3.0, -3.0} do print(a, b, a // b, a % b) end end
---> integer division by zero
print(1 // 0)
---> integer modulo by zero
print(1 % 0)
---> float division by zero
print(1 / 0, -1 / 0, 1 // 0.0, -1 // 0.0, 1 % math.huge, -1 % math.huge, 1 % -math.huge)
---> not a number
local n = 0/0 print(n, -n, n == n, n ~= n, n < n, n <= n, n > 1, 1 % 0.0, math.huge - math.huge)
---> smallest integer by minus one
print(math.mininteger // -1, math.mininteger % -1, math.mininteger * -1, -math.mininteger, math.mininteger / -1)
---> integers wrap
print(math.maxinteger + 1 == math.mininteger, math.maxinteger * 2, math.mininteger - 1, math.maxinteger * math.maxinteger)
---> power is a float
print(2 ^ 3, 2 ^ -1, (-2) ^ 2, -2 ^ 2, 2 ^ 3 ^ 2, 0 ^ 0, (-8) ^ (1 / 3) ~= (-8) ^ (1 / 3), 10 ^ 15, 10 ^ 16)
---> division is a float
print(6 / 2, 7 / 2, -7 / 2, 1 / 3, 0 / 1, -0.0, 0.0, 0 / -1)
---> mixed arithmetic
print(1 + 1.0, 1 - 1.0, 2 * 0.5, 3 // 1.0, 3 % 1.5, 1 == 1.0, 0 == -0.0, 1 / (0 * -1.0))
---> comparison of integers and floats
print(2^53 == 2^53 + 1, math.maxinteger < 2^63, math.maxinteger + 0.0 == 2^63, math.maxinteger == 2^63, math.mininteger == -2^63, math.mininteger <= -2^63)
---> comparison at the edge
for _, f in ipairs {2^53, 2^63, -2^63, 1e308, -1e308, 0.5, -0.5} do for _, i in ipairs {0, 1, -1, 1 << 53, math.maxinteger, math.mininteger} do print(f < i, f <= i, i < f, i <= f, f == i) end end
---> strings in arithmetic
print("10" + 5, "10" * "2", "3" // "2", "0x10" + 0, " 7 " + 1, "1e1" + 0, "10" / 2, -"2", -"2.0", "7" % "4", "2" ^ "3")
---> a text that is no number
print(pcall(function() return "abc" + 1 end))
---> a text that is no number on the right
print(pcall(function() local s = "1x" return 1 - s end))
---> empty text is no number
print(pcall(function() return "" * 1 end))
---> arithmetic on nil
local t = {} print(t.x + 1)
---> arithmetic on a local
local a = {} local b = a + 1
---> arithmetic on an upvalue
local up local function f() return up * 2 end f()
---> arithmetic on a global
print(undefined - 1)
---> arithmetic on a method's result
local t = {f = function() end} print(t:f() + 1)
---> arithmetic on a constant
print(pcall(load "return nil + 1")) print(pcall(load "return 1 + true")) print(pcall(load "return {} .. 'x'")) print(pcall(load "return 'a' + 1"))
---> unary minus on a table
local t = {} print(-t)
---> unary minus on a field
local t = {x = {}} print(-t.x.y)
---> precedence
print(1 + 2 * 3 - 4 / 2, (1 + 2) * 3, 2 * 3 % 4, -3 ^ 2, not 1 == 2, not (1 == 2), 1 .. 2 == "12", 1 << 2 + 1, 5 & 3 == 1 and 1, 6 | 1 ~ 3 & 2) 
---> precedence of comparison and bits
print(pcall(load "return 1 | 2 == 3")) print(1 < 2 == true, "a" < "b" == not nil)
---> concatenation of numbers
print(1 .. 2, 1.5 .. "", -0.0 .. "", 2^63 .. "", 10 // 1 .. "|", 1e100 .. "")
---> concatenation is right associative
local log = {} local mt = {__concat = function(a, b) log[#log + 1] = tostring(type(a)) .. type(b) return "r" end} local t = setmetatable({}, mt) print("a" .. "b" .. t .. "c", table.concat(log, ","))
---> float text
print(1e15, 1e14, 123456789012345, 1234567890123456.0, 0.1, 1/3, 1e-5, 123.456, 1e300 * 1e10, 5e-324, 2^-1074, 3.14159265358979)
---> integral floats
print(100000000000000.0, 1e13, 99999999999999.0, 2^53, 2^24, -1e15, 1e16)
---> integer overflow of a literal
print(9223372036854775807, 9223372036854775808, -9223372036854775808, 0xffffffffffffffff, 0x7fffffffffffffff, 0x1ffffffffffffffff)
---> modulo of floats
print(5.5 % 2, -5.5 % 2, 5.5 % -2, -5.5 % -2, 5 % math.huge, -5 % math.huge, 0.0 % -1, -0.0 % 1, 1e308 % 3)
---> modulo of nearly zero
print(-1e-20 % 1, 1e-20 % -1, -1 % 1e-300)
---> floor division of floats
print(5.5 // 2, -5.5 // 2, 5.5 // -2, 0.0 // 1, -0.0 // 1, 1 // 1e-300, 1e308 // 1e-10)
---> constant folding keeps errors
print(pcall(function() return 1 // 0 end)) print(pcall(function() return 1 % 0 end)) print(pcall(function() return 1 << 2.5 end))
---> constant folding of minus zero
local z = 0.0 print(1 / -z, 1 / (z * -1), 0 * -1, 1/(0 * -1.0))
---> integer keys of floats
local t = {[1.0] = "a", [2^53] = "b"} print(t[1], t[1 << 53], next({[3.0] = 1}))
---> string to number coercion keeps the type
print(math.type("10" + 0), math.type("10.0" + 0), math.type("0x10" + 0), math.type("1e2" * 1), math.type(10 // "3"))
---> overflow of decimal texts
print("9223372036854775807" + 0, "9223372036854775808" + 0, "-9223372036854775808" + 0, "0xffffffffffffffffff" + 0)
---> comparison of different types
print(pcall(function() return 1 < "2" end)) print(pcall(function() return {} < {} end)) print(pcall(function() return nil <= 1 end)) print(pcall(function() return print < print end)) print(pcall(function() return true > false end))
---> equality never coerces
print(1 == "1", "1" == 1, nil == false, {} == {}, print == print, 0 == "", "a" == "a")
---> chain of comparisons
print(pcall(function() return 1 < 2 < 3 end))
