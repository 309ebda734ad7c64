---> continue
for i = 1, 3 do if i == 2 then goto continue end print(i) ::continue:: end
---> loops of goto
local i = 1 ::top:: if i <= 3 then print(i) i = i + 1 goto top end
---> out of nested loops
for i = 1, 3 do for j = 1, 3 do if i * j == 4 then goto out end print(i, j) end end ::out:: print "out"
---> a label nobody sees
print(load "goto nope") print(load "do ::a:: end goto a") print(load "goto a; do ::a:: end") print(load "\n\n goto lost")
---> a label twice
print(load "::a:: ::a::") print(load "::a:: do ::a:: end") print(load "do ::a:: end do ::a:: end") print(load "::a::\n\n::a::")
---> into the scope of a local
print(load "goto a; local x; ::a:: print(x)") print(load "goto a; local x; ::a::") print(load "do goto a; local x; ::a:: ; end") print(load "goto a local x ::a:: ::b::")
---> into a repeat's scope
print(load "repeat if x then goto cont end local y = 1 ::cont:: until y") print(load "repeat goto cont; local y; ::cont:: until x")
---> break outside a loop
print(load "break") print(load "do break end") print(load "while x do function f() break end end") print(load "\n\nif x then break end")
---> break in the middle
while true do do break end print "never" end print "end"
---> closures of a goto loop
local fs = {} do local i = 1 ::again:: local x = i fs[i] = function() x = x + 1 return x end i = i + 1 if i <= 3 then goto again end end print(fs[1](), fs[1](), fs[2](), fs[3]())
---> goto closes variables
do local n = 0 ::again:: do local x <close> = setmetatable({}, {__close = function() print("close", n) end}) n = n + 1 if n < 3 then goto again end end end
---> goto across functions
print(load "::a:: function f() goto a end")
---> goto is no longer a name
print(load "local goto = 1") print(load "goto = 1")
---> a label at the end of a block with semicolons
do goto e; local x = 1 ::e:: ;;; end print "ok"
---> goto into else
local function f(n) if n == 1 then goto one else goto other end ::one:: do return "one" end ::other:: return "other" end print(f(1), f(2))
---> state machine
local s, out = "abac", {} local i = 0 ::a:: i = i + 1 local c = s:sub(i, i) if c == "a" then out[#out + 1] = "A" goto a elseif c == "" then goto done else out[#out + 1] = "-" goto a end ::done:: do print(table.concat(out)) end
---> backward goto with a fresh local
do local k = 0 ::l:: local a = k if a < 2 then k = k + 1 goto l end print(a, k) end
