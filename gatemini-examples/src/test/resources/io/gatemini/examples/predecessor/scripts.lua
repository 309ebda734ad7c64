--- one call
result({sum = calculator.add({a = 5, b = 3}):await()})
--- a number alone
result(calculator.add({a = 40, b = 2}):await())
--- a text alone
result(data_server.read_file({path = "a.txt"}):await())
--- a text as its block
result({text = data_server.read_file({path = "a.txt"}):await().content[1].text})
--- a list alone
result({1, 2, 3, "four", true})
--- JSON in a text is read
result({product = calculator.multiply({a = 6, b = 7}):await().product})
--- structured content
result(calculator.subtract({a = 1, b = 10}):await())
--- fractions and whole numbers
result({a = calculator.divide({a = 1, b = 4}):await().quotient, b = calculator.divide({a = 8, b = 2}):await().quotient})
--- whole floats
result({a = 6 / 2, b = 2 ^ 10, c = 7 // 2, d = 7.0 // 2, e = -7 % 3, f = 3 | 4})
--- calls that depend on each other
local value = 1
for i = 1, 5 do value = calculator.multiply({a = value, b = i}):await().product end
result({value = value})
--- calls that are bound first and awaited later
local calls, sums = {}, {}
for i = 1, 5 do calls[i] = calculator.add({a = i, b = i}) end
for i = 5, 1, -1 do sums[i] = calls[i]:await() end
result(sums)
--- the parts of a list
local files = data_server.list_files({}):await().files
local all = {}
for i, name in ipairs(files) do all[i] = i .. ":" .. name end
result({count = #files, first = files[1], all = all})
--- a filter over rows
local names = {}
for _, row in ipairs(data_server.rows({count = 50}):await().rows) do
  if row.size > 80 then names[#names + 1] = row.name end
end
result({names = names})
--- a sum over rows
local sum, rows = 0, data_server.rows({count = 200}):await().rows
for i = 1, #rows do sum = sum + rows[i].size end
result({sum = sum, rows = #rows, last = rows[#rows].id})
--- an answer goes on as an argument
result(data_server.echo({files = data_server.list_files({}):await().files}):await())
--- nested arguments
result(data_server.echo({a = {b = {c = {1, {d = "e"}}}}, yes = true, no = false}):await())
--- a call without arguments
result({n = #data_server.list_files():await().files})
--- a value of two tools
local files = data_server.list_files({}):await().files
result({last = files[#files], twice = calculator.add({a = #files, b = #files}):await()})
--- JSON of a file
result({second = data_server.read_file({path = "c.json"}):await().deep.list[2]})
--- several blocks
local answer = data_server.blocks({}):await()
result({n = #answer.content, text = answer.content[2].text})
--- other characters
local odd = data_server.odd({}):await()
result({text = odd.text, half = odd.half, big = odd.big, length = #"ä€😀"})
--- texts with line ends and quotes
result({text = data_server.echo({text = "beta\n"}):await().text, quoted = 'a "b" \\ c\tz'})
--- nulls and empty lists go back
result(data_server.odd({}):await())
--- a list is changed
local files = data_server.list_files({}):await().files
table.insert(files, "x")
result({n = #files, files = files})
--- an answer is asked for twice
local sum = calculator.add({a = 1, b = 2})
result({sum:await(), sum:await()})
--- an answer that is not waited for
result(calculator.subtract({a = 1, b = 2}))
--- a failure that is caught
local ok, e = pcall(function() return calculator.divide({a = 1, b = 0}):await() end)
result({ok = ok, why = tostring(e):find("division by zero", 1, true) ~= nil})
--- an error that is caught, and thrown values
local ok, e = pcall(error, {code = 7})
local also, message = pcall(error, "plain", 0)
result({ok = ok, code = e.code, also = also, message = message})
--- a failure that is not caught
data_server.read_file({path = "missing"}):await()
--- an error of the script
local t = nil
result(t.x)
--- a syntax error
result({1, 2
--- the last result counts
result({n = 1})
result({n = 2})
--- nothing is null
result(nil)
--- an empty table is an object
result({})
--- a table with holes is an object
result({[1] = "a", [2] = "b", [4] = "d", name = "n"})
--- infinity is null
result({big = math.huge, small = 1})
--- patterns, formats and sorting
local words = {}
for word in ("the quick brown fox"):gmatch("%a+") do words[#words + 1] = word:upper() end
table.sort(words, function(a, b) return #a < #b or #a == #b and a < b end)
result({words = words, text = string.format("%05.1f|%-4s|%x|%q", 3.14159, "ab", 255, "q"), swapped = ("k=v"):gsub("(%w)=(%w)", "%2=%1")})
--- closures, varargs and metatables
local function count(...) return select("#", ...) end
local point = setmetatable({x = 1}, {__index = {y = 2}, __add = function(a, b) return a.x + b.x end})
result({n = count(nil, nil), y = point.y, sum = point + point, raw = rawget(point, "y") == nil})
--- coroutines of its own
local squares = {}
for n in coroutine.wrap(function() for i = 1, 4 do coroutine.yield(i * i) end end) do squares[#squares + 1] = n end
result(squares)
--- goto, integer division and utf8
local n = 0
::again::
n = n + 1
if n < 3 then goto again end
result({n = n, length = utf8.len("ä€😀"), text = utf8.char(228, 8364), type = math.type(3 // 1)})
--- what is not there
result({io = type(io), require = type(require), package = type(package), debug = type(debug), dofile = type(dofile), loadfile = type(loadfile)})
--- an unknown server and an unknown tool
local server = pcall(function() return nowhere.tool({}):await() end)
local tool = pcall(function() return calculator.power({}):await() end)
result({server = server, tool = tool})
--- an answer of the gateway
result({servers = _gateway.summary_stats({}):await().servers.connected, error = type(_gateway.get_result({id = "none"}):await().error)})
