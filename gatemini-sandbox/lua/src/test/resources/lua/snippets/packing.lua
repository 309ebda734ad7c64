---> sizes
print(string.packsize "b", string.packsize "h", string.packsize "i", string.packsize "l", string.packsize "j", string.packsize "T", string.packsize "f", string.packsize "d", string.packsize "n", string.packsize "i3", string.packsize "!8 b i8", string.packsize "c10", string.packsize "bXi4")
---> integers
for _, f in ipairs {"<i1", ">i2", "<i3", ">i4", "<i8", ">i16", "<I2", ">j", "=h"} do local s = string.pack(f, 100) print(f, #s, (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end)), string.unpack(f, s)) end
---> negative integers
for _, f in ipairs {"<i1", ">i2", "<i3", "<i8", ">i16"} do print(f, string.unpack(f, string.pack(f, -2))) end
---> overflow
print(pcall(string.pack, "i1", 128)) print(pcall(string.pack, "i1", -129)) print(pcall(string.pack, "I1", 256)) print(pcall(string.pack, "I1", -1)) print(pcall(string.pack, "I2", 65536)) print(pcall(string.pack, "i1", 1.5)) print(pcall(string.pack, "i17", 1)) print(pcall(string.pack, "i0", 1)) print(#string.pack("I8", -1))
---> unpack of what does not fit
print(pcall(string.unpack, "<I16", ("\xff"):rep(16))) print(pcall(string.unpack, "<i9", ("\xff"):rep(9))) print(pcall(string.unpack, "<i9", ("\1"):rep(9))) print(pcall(string.unpack, "<I9", ("\0"):rep(9)))
---> floats
for _, f in ipairs {"<f", ">d", "<n"} do print(f, string.unpack(f, string.pack(f, 1.5)), string.unpack(f, string.pack(f, -0.0)), string.unpack(f, string.pack(f, 1/0))) end print(string.unpack("<f", string.pack("<f", 0.1)))
---> strings
print(string.unpack("s1", string.pack("s1", "hello")), string.unpack("z", string.pack("z", "zero")), string.unpack("c5", string.pack("c5", "ab")) == "ab\0\0\0", #string.pack("s", "x"), string.unpack("<s2", "\3\0abcd"))
---> string errors
print(pcall(string.pack, "z", "a\0b")) print(pcall(string.pack, "c2", "abc")) print(pcall(string.pack, "s1", ("x"):rep(300))) print(pcall(string.unpack, "s1", "\5ab")) print(pcall(string.unpack, "z", "abc")) print(pcall(string.unpack, "c5", "abc")) print(pcall(string.pack, "c", "x"))
---> several values
print(string.unpack("<i2 >i2 b z", string.pack("<i2 >i2 b z", 1, 2, 3, "end"))) print(string.unpack("<hhh", string.pack("<hhh", 10, 20, 30)))
---> positions
local s = string.pack("<i4i4", 7, 8) print(string.unpack("<i4", s, 5), string.unpack("<i4", s, -4), pcall(string.unpack, "<i4", s, 6), pcall(string.unpack, "<i4", s, 10), string.unpack("", s), string.unpack("", s, 9), pcall(string.unpack, "", s, 10))
---> alignment
print(#string.pack("!4 b i4", 1, 2), #string.pack("!2 b i4", 1, 2), #string.pack("! b d", 1, 2), #string.pack("b Xi4 b", 1, 2), #string.pack("!4 b Xi4 b", 1, 2), pcall(string.pack, "!4 i3 !4 i3", 1, 2), pcall(string.pack, "!3 i3", 1), pcall(string.packsize, "!17 i"))
---> bad formats
for _, f in ipairs {"y", "i33", "X", "Xz", "!0", "q", "1", "i-1", "X ", "c", "Xc1"} do print(f, pcall(string.pack, f, 1)) end
---> packsize of variable formats
print(pcall(string.packsize, "s")) print(pcall(string.packsize, "z")) print(pcall(string.packsize, "c2147483647c2147483647")) print(string.packsize "", string.packsize "< > = !")
---> missing values
print(pcall(string.pack, "i4")) print(pcall(string.pack, "z")) print(pcall(string.pack, "i4 i4", 1)) print(pcall(string.pack, "d", "x")) print(pcall(string.pack, "i", "x")) print(pcall(string.unpack, "i4")) print(pcall(string.unpack))
---> padding bytes
print(#string.pack("x"), #string.pack("bxxb", 1, 2), string.unpack("bxb", "\1\0\2"), pcall(string.unpack, "bxb", "\1\0"))
---> unsigned edges
print(string.unpack("<I8", ("\xff"):rep(8)), string.unpack("<I4", "\xff\xff\xff\xff"), string.unpack("<i4", "\xff\xff\xff\xff"), string.unpack("B", "\xff"), string.unpack("b", "\xff"), string.unpack("H", "\xff\xff"))
---> texts as numbers
print(string.unpack("<i4", string.pack("<i4", "77")), string.unpack("<d", string.pack("<d", "1.5")), pcall(string.pack, "<i4", "7.5"))
