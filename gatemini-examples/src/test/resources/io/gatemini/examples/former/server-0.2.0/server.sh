#!/bin/sh
# An MCP server with the tool "greet".
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case $line in
    *'"initialize"'*)
      result='{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"greeter","version":"1"}}' ;;
    *'"tools/list"'*)
      result='{"tools":[{"name":"greet","description":"Greets somebody.","inputSchema":{"type":"object","properties":{"name":{"type":"string"}}}}]}' ;;
    *'"tools/call"'*) result='{"content":[{"type":"text","text":"Hello from the greeter"}]}' ;;
    *) result='{}' ;;
  esac
  [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
