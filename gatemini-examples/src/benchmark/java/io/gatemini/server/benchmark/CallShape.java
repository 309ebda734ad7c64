package io.gatemini.server.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

/** How a call of the echo tool is written, and how its answer is recognised. */
enum CallShape {
  /** Straight to the backend. */
  DIRECT("\"name\":\"echo\",\"arguments\":{\"text\":\"", "\"}"),
  /** The same call through the gateway's surface. */
  THROUGH_GATEWAY(
      "\"name\":\"call_tool_chain\",\"arguments\":{\"code\":"
          + "\"{\\\"tool\\\":\\\"echo.echo\\\",\\\"arguments\\\":{\\\"text\\\":\\\"",
      "\\\"}}\"}"),
  /** Through slop-mcp's tool for one call. */
  THROUGH_SLOP(
      "\"name\":\"execute_tool\",\"arguments\":{\"mcp_name\":\"echo\",\"tool_name\":\"echo\","
          + "\"parameters\":{\"text\":\"",
      "\"}}"),
  /** Through a program of my-cool-proxy, which has no other way. */
  THROUGH_COOL_PROXY(
      "\"name\":\"execute\",\"arguments\":{\"script\":\"result(echo.echo({text=\\\"",
      "\\\"}):await())\"}");

  private static final String HEAD = "{\"jsonrpc\":\"2.0\",\"id\":";
  private static final String METHOD = ",\"method\":\"tools/call\",\"params\":{";
  private static final byte[] FAILED = "\"isError\":true".getBytes(UTF_8);

  private final String before;
  private final String after;

  CallShape(String before, String after) {
    this.before = before;
    this.after = after;
  }

  byte[] request(long id) {
    return (HEAD + id + METHOD + before + text(id) + after + "}}\n").getBytes(UTF_8);
  }

  /** Whether a line carries the text of this very call. */
  boolean isAnswered(long id, byte[] line, int from, int to) {
    byte[] wanted = ("\"text\":\"" + text(id) + '"').getBytes(UTF_8);
    return JsonScan.contains(line, from, to, wanted) && !JsonScan.contains(line, from, to, FAILED);
  }

  /** Every call has a text of its own, so that a swapped answer shows. */
  private static String text(long id) {
    return "call " + id + " of " + Long.toHexString(id * 0x9E3779B97F4A7C15L);
  }
}
