--- 4.1 binary chunks run
result({loaded = (pcall(function() load(string.dump(function() end), "b", "b")() end))})
--> {"loaded": false}
--- 4.2 await in a coroutine gives the promise
local sum = coroutine.wrap(function() return calculator.add({a = 1, b = 2}):await() end)
result({sum = sum()})
--> {"sum": 3}
--- 4.2 a promise in a table is lost
result({sum = calculator.add({a = 1, b = 2})})
--> {"sum": 3}
--- 4.3 a text that is no JSON comes as its block alone; here it is a text that has its block, too
result({text = data_server.read_file({path = "a.txt"}):await()})
--> {"text": "alpha"}
--- 4.4 pairs fails on what a tool returned
local n = 0
for _ in pairs(data_server.echo({a = 1, b = 2}):await()) do n = n + 1 end
result({n = n})
--> {"n": 2}
--- 4.4 next fails on what a tool returned
result({next = next(data_server.rows({count = 1}):await())})
--> {"next": "rows"}
--- 4.4 what a tool returned is no table
result({type = type(data_server.rows({count = 1}):await())})
--> {"type": "table"}
--- 4.4 a null cannot be read
result({none = data_server.odd({}):await().none == nil})
--> {"none": true}
--- 4.4 objects of the host can be reached
result({found = data_server.odd({}):await().__proto__ ~= nil})
--> {"found": false}
--- 4.4 large integers are rounded
result({n = math.maxinteger})
--> {"n": 9223372036854775807}
--- 4.5 what is returned is ignored
return {a = 1}
--> {"a": 1}
