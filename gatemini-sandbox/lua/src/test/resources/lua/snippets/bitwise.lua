---> and or xor
print(0xF0 & 0x3C, 0xF0 | 0x0F, 0xFF ~ 0x0F, ~0, ~5, ~-1, 5 & -1, 1 | 2 ~ 3 & 1)
---> shifts
print(1 << 0, 1 << 62, 1 << 63, 1 << 64, 1 << 100, -1 >> 1, -1 >> 63, -1 >> 64, 1 << -1, 2 >> -1, 1 >> math.mininteger, 1 << math.mininteger, 1 << math.maxinteger)
---> floats with an integer value
print(3.0 & 1, 2^53 | 1, 1 << 2.0, ~3.0, "3" & 1, "0x10" | 1, "3.0" ~ 1)
---> a float without an integer value
print(1.5 | 1)
---> a field without an integer value
local t = {x = 1.5} print(t.x & 1)
---> a text without an integer value
print(pcall(function() return "1.5" | 1 end)) print(pcall(function() return "a" & 1 end)) print(pcall(function() return 2^63 | 0 end)) print(pcall(function() return 1 | {} end))
---> bits of nil
local x print(pcall(function() return x | 1 end)) print(pcall(function() return ~x end))
---> bits of booleans
print(pcall(function() return true & 1 end)) print(pcall(function() return 1 << false end))
---> bits of huge floats
print(pcall(function() return 1e100 ~ 1 end)) print(pcall(function() return 0/0 | 1 end)) print(pcall(function() return ~math.huge end))
---> metamethods of bits
local mt = {} for _, e in ipairs {"band", "bor", "bxor", "shl", "shr"} do mt["__" .. e] = function(a, b) return e .. type(a) .. type(b) end end mt.__bnot = function(a, b) return "bnot" .. tostring(rawequal(a, b)) end
local t = setmetatable({}, mt) print(t & 1, 1 | t, t ~ "x", t << {}, 1.5 >> t, ~t, "a" & t)
---> a string library for bits
print("10" << 1, 1 << "2", ~"5", "7" & "3", pcall(function() return ~"5.5" end))
---> bits of a loop
local s = 0 for i = 0, 63 do s = s ~ (1 << i) end print(s, s == -1)
---> a hash in integers
local h = 5381 for c in ("gateway"):gmatch "." do h = (h << 5) + h + c:byte() end print(h, h & 0xffffffff)
---> popcount
local function pop(x) local n = 0 while x ~= 0 do x = x & (x - 1) n = n + 1 end return n end print(pop(0), pop(-1), pop(0xF0F0), pop(math.mininteger))
