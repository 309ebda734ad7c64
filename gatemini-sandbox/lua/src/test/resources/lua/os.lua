-- What a sandbox has of the library os.
local function t(f, ...) print(pcall(f, ...)) end
t(function() return os.date("!%Y-%m-%d %H:%M:%S %a %A %b %B %c|%C|%d|%D|%e|%F|%g|%G|%h|%I|%j|%M|%n|%p|%r|%R|%t|%T|%u|%U|%V|%w|%W|%x|%X|%y|%z|%Z|%%", 0) end)
t(function() return os.date("!%Ec %EC %Ex %EX %Ey %EY %Od %Oe %OH %OI %Om %OM %OS %Ou %OU %OV %Ow %OW %Oy", 1e9) end)
t(function() local d = os.date("!*t", 1234567890) return d.year, d.month, d.day, d.hour, d.min, d.sec, d.wday, d.yday, d.isdst end)
t(function() return os.date("!%c", -1e9), os.date("!%V %G %U %W %j", 1104537600), os.date("!%p %I", 43200) end)
t(function() return os.time {year = 2000, month = 1, day = {}} end)
t(function() return os.time {year = 2000, month = 1, day = 2^31} end)
t(function() return os.time {year = 2020} end)
t(function() return os.time {year = 2020, month = 1.5, day = 1} end)
t(function() return os.time(1) end)
t(function() return os.date("!%c", "x") end)
t(function() return os.date("!%c", 1.5) end)
t(function() return os.date("!%c", math.maxinteger) end)
for _, f in ipairs {"%E", "%O", "%Oz abc", "%Ez", "%", "%Q", "!%k"} do t(os.date, f) end
t(function() return os.difftime(5, 3), os.difftime(5) end)
t(function() return math.type(os.time()), math.type(os.clock()), type(os.date()), os.time() > 1.6e9 end)
t(function() local d = os.date("*t") return os.time(d) <= os.time() end)
