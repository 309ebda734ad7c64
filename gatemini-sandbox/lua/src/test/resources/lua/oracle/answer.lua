-- Runs the programs of the input, each of which follows a line with its length; ends each answer with a mark.
local io, load, pcall, type = io, load, pcall, type -- programs may change the globals
while true do
  local length = io.read("n")
  if not length then break end
  io.read("L")
  local program, message = load(io.read(length), "=program")
  local well = program and true
  if well then well, message = pcall(program) end
  if not well then
    if type(message) ~= "string" then message = "(error object is a " .. type(message) .. " value)" end
    io.write("error: ", message, "\n")
  end
  io.write("\1end of answer\n")
end
