-- string.pack, packsize and unpack.
local function t(f, ...) print(pcall(f, ...)) end
t(function() return string.pack(">i4 <i2 =I8 z s1 d f n j", 1, -2, 3, "zz", "abc", 1.5, 2.5, 3.5, -4):byte(1, -1) end)
for _, c in ipairs {{"i1", 200}, {"I1", 256}, {"I1", -1}, {"s1", ("x"):rep(300)}, {"z", "a\0"}, {"c2", "abc"}, {"i", "x"}, {"i0", 1},
  {"!17", 1}, {"i99999999999", 1}, {"X", 1}, {"Xc1", 1}, {"Xz", 1}, {"!3i4", 1}, {"i"}, {"q", 1}, {"c", 1}, {"i17", 1}, {"i 4 ", 1}} do
  t(string.pack, table.unpack(c))
end
t(function() return string.pack("!4 i1 i4 Xi8 x c5", 1, 2, "ab"):byte(1, -1) end)
t(function() return string.packsize("!8 i1 i8 d f b H l j T"), string.packsize("<!4 b Xi4 i4"), string.packsize("c10 x") end)
t(function() return string.packsize("c2147483647c2147483647") end)
t(function() return string.packsize("c214748364c214748364"), string.packsize(("c214748364"):rep(11)) end)
t(function() return string.packsize("z") end)
for _, c in ipairs {{"i17", "x"}, {"i4", "x"}, {"z", "x"}, {"s1", "\5x"}, {"<I16", ("\1"):rep(16)}, {"<i16", ("\255"):rep(16)},
  {"b", "abc", 5}, {"b", "abc", -1}, {"b", "abc", 4}, {"", "abc"}, {"<i3 >i3 I9", "\255\255\255\0\0\1" .. ("\1"):rep(1) .. ("\0"):rep(8)}} do
  t(string.unpack, table.unpack(c))
end
t(function() return string.unpack("f d n", string.pack("f d n", 1.5, 2.5, 1/3)) end)
t(function() return string.unpack("<s2 z b", string.pack("<s2 z b", "hello", "zero", -7)) end)
