---> floor and ceil
for _, x in ipairs {1.5, -1.5, 2.0, -0.0, 1e15, 1e300, -1e300, 3} do print(math.floor(x), math.ceil(x)) end
---> floor of huge values
print(math.floor(2^62), math.floor(2^63), math.ceil(-2^63), math.floor(-2^63 - 1025), pcall(math.floor, "a"), math.floor "3.7", math.floor(1/0), math.ceil(-1/0))
---> abs
print(math.abs(-5), math.abs(5.5), math.abs(-0.0), math.abs(math.mininteger), math.abs(-1/0), math.abs "-3")
---> max and min
print(math.max(1, 2.5, -1), math.min(1, 2.5, -1), math.max(1), math.max(2, 2.0), math.min(2.0, 2), math.max(-0.0, 0.0), pcall(math.max), pcall(math.min, 1, "x"), pcall(math.max, nil))
---> fmod
print(math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(-7, -3), math.fmod(7.5, 2), math.fmod(-7.5, 2), math.fmod(1, math.huge), math.fmod(math.mininteger, -1), math.fmod(5, 0.5))
---> fmod by zero
print(pcall(math.fmod, 1, 0)) print(math.fmod(1, 0.0)) print(pcall(math.fmod, 1)) print(pcall(math.fmod, "x", 1))
---> modf
for _, x in ipairs {3.7, -3.7, 5, 1/0, -1/0, -0.0, 1e300} do print(math.modf(x)) end print(math.modf(0/0))
---> type
print(math.type(1), math.type(1.0), math.type "1", math.type(nil), math.type {}, pcall(math.type))
---> tointeger
print(math.tointeger(3.0), math.tointeger(3.5), math.tointeger "3", math.tointeger(2^63), math.tointeger(-2^63), math.tointeger(1/0), math.tointeger(0/0), pcall(math.tointeger))
---> ult
print(math.ult(1, 2), math.ult(-1, 2), math.ult(2, -1), math.ult(0, 0), pcall(math.ult, 1.5, 2), pcall(math.ult, 1), math.ult(1.0, "2"))
---> constants
print(math.pi, math.huge, -math.huge, math.maxinteger, math.mininteger)
---> sqrt exp log
print(math.sqrt(16), math.sqrt(2), math.sqrt(-1) ~= math.sqrt(-1), math.exp(0), math.exp(1), math.log(1), math.log(8, 2), math.log(100, 10), math.log(27, 3), math.log(0), math.log(2, 0), math.log(1024, 2.0))
---> angles
print(math.sin(0), math.cos(0), math.tan(0), math.asin(1), math.acos(1), math.atan(1), math.atan(1, -1), math.atan(-0.0, -1), math.atan(0, 1), math.deg(math.pi), math.rad(180))
---> random ranges
for i = 1, 100 do local r = math.random() assert(r >= 0 and r < 1) r = math.random(6) assert(r >= 1 and r <= 6 and math.type(r) == "integer") r = math.random(-3, 3) assert(r >= -3 and r <= 3) end print(math.random(5, 5), math.type(math.random(0)))
---> random errors
print(pcall(math.random, 0, -1)) print(pcall(math.random, -5)) print(pcall(math.random, 1, 2, 3)) print(pcall(math.random, 1.5)) print(pcall(math.random, "x")) print(math.random(math.mininteger, math.maxinteger) ~= nil)
---> seeded random numbers
math.randomseed(42) local a, b, c = math.random(100), math.random(1000000), math.random() print(a, b, c) math.randomseed(42) print(a == math.random(100)) math.randomseed(1, 2) print(math.random(0), math.random(0)) math.randomseed(123.0) print(math.random(10), math.random(-10, 10))
---> randomseed errors
print(pcall(math.randomseed, "x")) print(pcall(math.randomseed, {})) print(pcall(math.randomseed, 1, 1.5))
---> gcd and primes
local function gcd(a, b) while b ~= 0 do a, b = b, a % b end return a end print(gcd(1071, 462)) local sieve, out = {}, {} for i = 2, 50 do if not sieve[i] then out[#out + 1] = i for j = i * i, 50, i do sieve[j] = true end end end print(table.concat(out, " "))
---> integer square root
local function isqrt(n) local x = n local y = (x + 1) // 2 while y < x do x = y y = (x + n // x) // 2 end return x end print(isqrt(10^10 // 1 | 0), isqrt(99), isqrt(100))
---> big numbers in digits
local d = {1} for n = 2, 30 do local c = 0 for i = 1, #d do local v = d[i] * n + c d[i] = v % 10 c = v // 10 end while c > 0 do d[#d + 1] = c % 10 c = c // 10 end end print(table.concat(d):reverse())
---> arguments as texts
print(math.floor "7.9", math.max("10", 9) == "10", pcall(math.max, "10", 9), math.sqrt "4", pcall(math.sqrt, "four"), math.abs " -1 ")
---> missing functions of older versions
print(math.mod, table.getn, string.gfind, unpack, loadstring, setfenv)
---> float to integer in loops and keys
local t = {} for i = 1, 3 do t[i / 1] = i end print(#t, t[1], math.type(next(t)))
