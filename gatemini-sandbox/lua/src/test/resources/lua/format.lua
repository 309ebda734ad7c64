-- string.format: every conversion with its flags, and every error.
local function t(f, ...) print(pcall(f, ...)) end
t(function() return string.format("%d") end)
t(function() return string.format("%d", "1.5") end)
t(function() return string.format("%s") end)
t(function() return string.format("%10.3i|%-5d|%+d|% d|%05d|%.0d|%#x|%#o|%#X|%x|%u", 3, 4, 5, 6, -7, 0, 255, 8, 255, -1, 7) end)
t(function() return string.format("%5.1s|%-5s|%c%c|%5c|", "abc", "x", 65, 0, 66) end)
t(function() return string.format("%s", setmetatable({}, {__tostring = function() return "it" end})) end)
t(function() return string.format("%.3s", setmetatable({}, {__tostring = function() return "abcdef" end})) end)
t(function() return string.format("%s", setmetatable({}, {__tostring = function() error("inner", 0) end})) end)
t(function() return string.format("%5s", "a\0b") end)
t(function() return string.format("%q", "a\0b\n\r1\"\\\200") end)
t(function() return string.format("%q %q %q %q %q %q", 1.5, 1, 1/0, -1/0, math.mininteger, 0/0) end)
t(function() return string.format("%q %q %q", nil, true, false) end)
t(function() return string.format("%q", {}) end)
t(function() return string.format("%5.1q", 1) end)
t(function() return string.format("%a %A %.2a %20a|%-20a|%020a", 1, 255.5, 1/3, 1, 1, 1) end)
t(function() return string.format("%g %G %e %E %f %5.1f %+g % g %05g %g %g %05g %-8gx", 1e20, 1e-10, 1.5, 2.5, 3.5, 4.25, 1, 1, 1, 1/0, -1/0, 1/0, 0/0) end)
for _, f in ipairs {"%+s", "%+x", "% u", "%#d", "%05c", "%.3c", "%100d", "%.100d", "%0.3d", "%.3.3d",
  "%111111111111111111111111111d", "%1111111111111111111d", "%-.3p", "%5.2", "%ll", "%\0x", "%10q", "%F", "%", "%y",
  "%0s", "%00.3s", "%-+5d|", "%1.s|", "%#.0f", "%#.3g", "%.0e", "%.99f", "%99.99f", "%i%%", "%%%d"} do
  t(string.format, f, 1)
end
t(function() return string.format("%d", 2^53), string.format("%d", 2^63) end)
t(function() return string.format("%x", 1.5) end)
t(function() return string.format("%c", "x") end)
t(function() return string.format("%s %s", 1) end)
t(function() return ("x"):rep(120):len(), string.format("%.5s", ("x"):rep(120)), #string.format("%99s", ("x"):rep(120)) end)
t(function() return string.format("%.14g %.17g %.3f %10.2f|", 0.1, 0.1, 2.0005, -1.005) end)
t(function() return tostring(1e15), tostring(-0.0), 1e100, 2^53, 2^63, 123456.789e3, 1e14, 123e-7 end)
