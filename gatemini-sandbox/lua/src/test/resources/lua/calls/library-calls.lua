-- Calls the library with arguments chosen at random (arg: seed, number of calls) and prints each call
-- with its results, which LibraryCallsTest repeats. Recorded by:
--   TZ=UTC lua5.4 library-calls.lua 1 3000 | gzip -9n > library-calls.txt.gz
math.randomseed(tonumber(arg[1]) or 1)
local N=tonumber(arg[2]) or 20000
local R=math.random
local function pick(t) return t[R(#t)] end
local function hex(s) return (s:gsub(".", function(c) return string.format("%02x", c:byte()) end)) end
local function enc(v)
  local t=math.type(v)
  if v==nil then return "n" elseif v==true then return "t" elseif v==false then return "f"
  elseif t=="integer" then return "i"..v elseif t=="float" then
    if v~=v then return "dNaN" elseif v==1/0 then return "dInfinity" elseif v==-1/0 then return "d-Infinity" end
    return "d"..string.format("%a",v)
  elseif type(v)=="string" then return "s"..hex(v)
  elseif type(v)=="table" then local r={} for i=1,#v do r[#r+1]="["..enc(i).."="..enc(v[i]).."]" end
    for _,k in ipairs{"a","b","c","x","n","year","month","day","hour","min","sec","isdst","yday","wday"} do if v[k]~=nil then r[#r+1]="["..enc(k).."="..enc(v[k]).."]" end end
    return "{"..table.concat(r).."}"
  else return "?" end
end
local ints={0,1,-1,2,3,5,7,8,10,16,31,32,63,64,100,127,128,255,256,-128,-129,65535,1000000,2^31|0,-(2^31)|0,2^53|0,math.maxinteger,math.mininteger,math.maxinteger-1,-2,-3,-5}
local floats={0.0,-0.0,1.0,1.5,-1.5,0.1,1e15,1e14,1e16,123456.789,1e100,1e-5,1e-4,9.9999999999999995e22,2^53,2^63,-2^63,1/0,-1/0,5e-324,1e308,3.14159265,0.5,2.5,1e-10,99999999999999.5,999999.5,9999995.0}
local strs={"","a","abc","hello world","10","0x10","1e1"," 5 ","-3","1.5","x\0y","aXbXc","key=val","  trim  ","(a(b)c)","\xff\xfe","äöü€","aaaa","THE (quick) fox","a,b,,c","\n\t\"\\","%d","f(x)=2","0x1p4","nan","inf","1 2","a.b.c","[x]","\1\0272"}
local function str() local k=R(6) if k==1 then local t={} for i=1,R(0,8) do t[i]=string.char(R(0,255)) end return table.concat(t) elseif k==2 then local t={} for i=1,R(0,12) do t[i]=pick{"a","b","c"," ","1","2","(",")","x","_","A"} end return table.concat(t) end return pick(strs) end
local function num() local k=R(4) if k==1 then return pick(ints) elseif k==2 then return pick(floats) elseif k==3 then return R(-20,20) else return (R()-0.5)*10^R(-10,20) end end
local function any() local k=R(10) if k<4 then return num() elseif k<8 then return str() elseif k==8 then return nil elseif k==9 then return R(2)==1 else return {1,2} end end
local function small() return R(-12,12) end
local function fmt() local t={} for i=1,R(1,2) do
  t[#t+1]=pick{"","x ","%%"}
  t[#t+1]="%"
  for j=1,R(0,2) do t[#t+1]=pick{"-","+"," ","#","0"} end
  if R(3)==1 then t[#t+1]=tostring(R(0,R(3)==1 and 120 or 20)) end
  if R(3)==1 then t[#t+1]="."..pick{"","0","1","3","10","20","99","100"} end
  t[#t+1]=pick{"d","d","i","u","x","X","o","c","s","s","q","a","A","e","E","f","g","G","f","g","y","","F"}
 end return table.concat(t) end
local function pat() local t={} if R(5)==1 then t[1]="^" end
  for i=1,R(1,5) do t[#t+1]=pick{"a","b",".","%a","%d","%s","%w","%W","%p","[ab]","[^a]","[a-z]","[%w_]","(",")","()","(.-)","(%w+)","%b()","%f[%w]","%1","x","%.","[]]","[^%s]","%x","%l","%u","%c","%g","[%]","[a-","%"}
   if R(2)==1 then t[#t+1]=pick{"*","+","-","?"} end end
  if R(6)==1 then t[#t+1]="$" end return table.concat(t) end
local function repl() local k=R(8) if k==1 then return {a="A",b=false,x=7,c={}} elseif k==2 then return pick{1,1.5,true} end
  local t={} for i=1,R(0,3) do t[#t+1]=pick{"x","<%0>","%1","%2","%%","y","%","%a"} end return table.concat(t) end
local function pk() local t={} for i=1,R(1,5) do t[#t+1]=pick{"b","B","h","H","i","I","l","L","j","J","T","i3","I5","i16","I9","f","d","n","s","s1","s2","z","x","Xi4","X","Xb","c3","c0","c10"," ","<",">","=","!","!4","!2","!3","i17","c","q"} end return table.concat(t) end
local function arr() local t={} for i=1,R(0,6) do t[i]=pick{R(-9,9),R()*10,"s"..R(9)} end return t end
local function date() local t={year=R(1900,2100),month=R(-5,20),day=R(-40,60),hour=R(-30,30),min=R(-100,100),sec=R(-100,100)} if R(6)==1 then t.hour=nil end if R(10)==1 then t[pick{"year","month","day","hour"}]=pick{"x","7",1.5,2.0,2^40} end if R(12)==1 then t.day=nil end return t end
local G={
 ["string.format"]=function() local v repeat v=any() until type(v)~='table' return fmt(),v,num(),str() end,
 ["string.find"]=function() if R(2)==1 then return str(),pat() else return str(),pat(),small(),R(4)==1 end end,
 ["string.match"]=function() if R(2)==1 then return str(),pat() else return str(),pat(),small() end end,
 ["string.gsub"]=function() if R(2)==1 then return str(),pat(),repl() else return str(),pat(),repl(),small() end end,
 ["string.rep"]=function() return str(),R(-1,6),R(2)==1 and str() or nil end,
 ["string.sub"]=function() return str(),small(),R(3)>1 and small() or nil end,
 ["string.byte"]=function() return str(),small(),R(3)>1 and small() or nil end,
 ["string.char"]=function() return R(0,255),R(-5,260),R(0,255) end,
 ["string.upper"]=function() return any() end,["string.lower"]=function() return any() end,["string.reverse"]=function() return any() end,["string.len"]=function() return any() end,
 ["string.pack"]=function() return pk(),any(),num(),num(),str() end,
 ["string.packsize"]=function() return pk() end,
 ["string.unpack"]=function() local t={} for i=1,R(0,30) do t[i]=string.char(R(3)==1 and 0 or R(0,255)) end return pk(),table.concat(t),R(-3,5) end,
 ["table.concat"]=function() if R(2)==1 then return arr(),pick{"",",","--",1} end return arr(),",",R(-1,4),R(0,6) end,
 ["table.unpack"]=function() return arr(),R(-1,4),R(0,6) end,
 ["table.pack"]=function() return any(),any(),num() end,
 ["table.insert"]=function() if R(2)==1 then return arr(),num() end return arr(),R(-1,8),num() end,
 ["table.remove"]=function() if R(2)==1 then return arr() end return arr(),R(-1,8) end,
 ["table.move"]=function() local t=arr() local u=arr() return t,R(1,#t+1),R(-2,#t),R(1,#t+1),R(3)==1 and #u>=#t and u or nil end,
 ["table.sort"]=function() local t={} for i=1,R(0,R(8)==1 and 300 or 30) do t[i]=R(1000) end return t end,
 ["math.floor"]=function() return any() end,["math.ceil"]=function() return any() end,["math.abs"]=function() return any() end,["math.sqrt"]=function() return any() end,
 ["math.fmod"]=function() return num(),num() end,["math.modf"]=function() return any() end,["math.log"]=function() return math.abs(num()),R(2)==1 and pick{2,10,3,2.0,0.5} or nil end,["math.exp"]=function() return num() end,
 ["math.sin"]=function() return R()*10 end,["math.atan"]=function() return num(),num() end,
 ["math.max"]=function() return num(),num(),num() end,["math.min"]=function() return num(),num() end,["math.tointeger"]=any,["math.type"]=any,["math.ult"]=function() return num(),num() end,
 ["utf8.char"]=function() return R(0,0x7ff),R(0,0x7fffffff),R(-5,0x10ffff) end,
 ["utf8.codepoint"]=function() return str(),small(),small(),R(2)==1 end,
 ["utf8.len"]=function() return str(),small(),small(),R(2)==1 end,
 ["utf8.offset"]=function() return str(),small(),R(2)==1 and small() or nil end,
 ["os.date"]=function() return "!"..pick{"*t","%c","%a %A %b %B %C %d %D","%e %F %g %G %h %H %I %j","%m %M %p %r %R %S %T","%u %U %V %w %W %x %X %y %Y %z %Z","%Ex","%Oy %Ez","%","%Q"},R(-5e9|0,5e9|0) end,
 ["os.time"]=date,
 ["tonumber"]=function() return str() end, ["tostring"]=num,
}
local names={} for k in pairs(G) do names[#names+1]=k end table.sort(names)
if arg[3] then names={arg[3]} end
for i=1,N do
  local name=pick(names) local lib,f=name:match("(%w+)%.(%w+)")
  local fn=lib and _G[lib][f] or _G[name]
  local args=table.pack(G[name]())
  while args.n>0 and args[args.n]==nil do args.n=args.n-1 end
  local ea={} for j=1,args.n do ea[j]=enc(args[j]) end
  local res=table.pack(pcall(fn,table.unpack(args,1,args.n)))
  local er={}
  if not res[1] then er[1]="E"..hex(res[2]) else for j=2,res.n do er[#er+1]=enc(res[j]) end end
  for j=1,args.n do if type(args[j])=="table" then er[#er+1]="T"..enc(args[j]) end end
  print(name.." "..table.concat(ea,",").." "..table.concat(er,","))
end
