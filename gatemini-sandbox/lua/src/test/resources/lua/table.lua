-- The library table, with metamethods.
local function t(f, ...) print(pcall(f, ...)) end
t(function() return table.unpack({}, 1, 999999) end)
t(function() return select("#", table.unpack({}, 1, 999900)) end)
t(function() return table.unpack({}, math.mininteger, math.maxinteger) end)
t(function() return table.unpack({1, 2, 3}, -1, 2) end)
t(function() return table.unpack({1, 2}, math.maxinteger) end)
t(function() return table.concat({1, 2, 3}, ", ", 2), table.concat({}, "x"), table.concat({1, 2, 3}, ",", 3, 2), table.concat({"a", 1.5, 2}, "-") end)
t(function() return table.concat({1, 2}, ",", 1, 3) end)
t(function() return table.concat({1, {}}) end)
t(function() return table.concat({1, 2}, {}) end)
t(table.concat) t(table.concat, 1) t(table.insert, nil, 1) t(table.insert, {}, 1, 2, 3) t(table.insert, {}, 5, 2) t(table.remove, {}, 5)
t(function() return table.remove({}), table.remove({1, 2, 3}), table.remove({1, 2, 3}, 1), table.remove({1, 2, 3}, 4), table.remove({}, 0) end)
t(function() return table.remove({1, 2, 3}, 7) end)
t(function() return table.insert({1, 2, 3}, 6, 7) end)
t(function() return table.insert({1}) end)
t(function() return table.insert({}, "x", 1) end)
t(function() local a = {1, 2, 3} table.insert(a, 1, 0) table.insert(a, 9) table.insert(a, 3, "x") return table.concat(a, ",") end)
t(function() return table.concat(table.move({1, 2, 3}, 2, 3, 1), ","), table.concat(table.move({1, 2, 3}, 1, 3, 2), ",") end)
t(function() return table.concat(table.move({1, 2, 3}, 1, 3, 3, {7, 8}), ",") end)
t(function() return table.move({1, 2, 3}, 1, 3, math.maxinteger) end)
t(function() return table.move({1, 2, 3}, math.mininteger, 3, 1) end)
t(function() return table.move({1, 2, 3}, 1, 3, 2, 1) end)
t(function() local p = table.pack(nil, 2, nil) return p.n, #table.pack(), p[2] end)
t(function() return table.sort({3, 1, "x"}) end)
t(function() return table.sort({3, 1, 2}, 1) end)
t(function() return table.sort({1, 2, 3, 4, 5}, function() return true end) end)
t(function() return table.sort({3, 2, 1}, function(a, b) error("no", 0) end) end)
t(function() return table.sort(setmetatable({}, {__len = function() return math.maxinteger end})) end)
t(function() return table.sort(setmetatable({}, {__len = function() return "x" end})) end)
t(function() return table.insert(setmetatable({}, {__len = function() return 1.5 end}), 1) end)
t(function()
  local a, s = {}, 12345
  for i = 1, 1000 do s = (s * 1103515245 + 12345) % 2147483648 a[i] = s % 500 end
  local n = 0
  table.sort(a, function(x, y) n = n + 1 return x > y end)
  for i = 2, #a do assert(a[i - 1] >= a[i]) end
  table.sort(a)
  for i = 2, #a do assert(a[i - 1] <= a[i]) end
  return n
end)
t(function()
  local log = {}
  local real = {10, 20, 30}
  local proxy = setmetatable({}, {
    __index = function(_, k) log[#log + 1] = "get " .. k return real[k] end,
    __newindex = function(_, k, v) log[#log + 1] = "set " .. k real[k] = v end,
    __len = function() return #real end})
  table.insert(proxy, 1, 5)
  table.remove(proxy)
  table.sort(proxy, function(a, b) return a > b end)
  return table.concat(proxy, ","), table.concat(log, " "), table.unpack(proxy)
end)
t(function() local words = {"pear", "Apple", "fig", "apple"} table.sort(words) return table.concat(words, " ") end)
