package io.gatemini.server.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * An MCP server over stdio that does next to nothing: {@code echo} answers its text, {@code blob} a
 * text of the wanted size. Its own cost is small, so that what is measured is the gateway.
 *
 * <p>The only argument, optional, is how many generated tools it lists beside these two.
 */
public final class EchoServer {
  private static final byte[] ID = quoted("id");
  private static final byte[] METHOD = quoted("method");
  private static final byte[] PARAMS = quoted("params");
  private static final byte[] NAME = quoted("name");
  private static final byte[] ARGUMENTS = quoted("arguments");
  private static final byte[] TEXT = quoted("text");
  private static final byte[] BYTES = quoted("bytes");
  private static final byte[] PROTOCOL_VERSION = quoted("protocolVersion");
  private static final byte[] CALL = quoted("tools/call");
  private static final byte[] LIST = quoted("tools/list");
  private static final byte[] INITIALIZE = quoted("initialize");
  private static final byte[] PING = quoted("ping");
  private static final byte[] BLOB = quoted("blob");
  private static final byte[] ROWS = quoted("rows");
  private static final byte[] COUNT = quoted("count");

  private static final byte[] HEAD = "{\"jsonrpc\":\"2.0\",\"id\":".getBytes(UTF_8);
  private static final byte[] RESULT_TEXT =
      ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":".getBytes(UTF_8);
  private static final byte[] END_OF_TEXT = "}],\"isError\":false}}\n".getBytes(UTF_8);

  private final int generatedTools;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(64 * 1024);
  private int rowCount = -1;
  private byte[] rows = {};

  private EchoServer(int generatedTools) {
    this.generatedTools = generatedTools;
  }

  public static void main(String[] args) throws IOException {
    new EchoServer(args.length == 0 ? 0 : Integer.parseInt(args[0])).serve();
  }

  private void serve() throws IOException {
    try (FileInputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream stdout = new FileOutputStream(FileDescriptor.out)) {
      LineSplitter lines = new LineSplitter(in);
      while (lines.fill()) {
        while (lines.advance()) {
          answer(lines.buffer(), lines.start(), lines.end());
        }
        out.writeTo(stdout);
        out.reset();
      }
    }
  }

  private void answer(byte[] line, int from, int to) {
    int id = JsonScan.member(line, from, to, ID);
    int method = JsonScan.member(line, from, to, METHOD);
    if (id == JsonScan.ABSENT || method == JsonScan.ABSENT) {
      return;
    }
    int params = JsonScan.member(line, from, to, PARAMS);
    out.writeBytes(HEAD);
    out.write(line, id, JsonScan.endOfValue(line, id, to) - id);
    int methodEnd = JsonScan.endOfValue(line, method, to);
    if (JsonScan.matches(line, method, methodEnd, CALL)) {
      call(line, params, to);
    } else if (JsonScan.matches(line, method, methodEnd, LIST)) {
      list();
    } else if (JsonScan.matches(line, method, methodEnd, INITIALIZE)) {
      initialize(line, params, to);
    } else if (JsonScan.matches(line, method, methodEnd, PING)) {
      write(",\"result\":{}}\n");
    } else {
      write(",\"error\":{\"code\":-32601,\"message\":\"no such method\"}}\n");
    }
  }

  private void call(byte[] line, int params, int to) {
    int name = JsonScan.member(line, params, to, NAME);
    int arguments = JsonScan.member(line, params, to, ARGUMENTS);
    out.writeBytes(RESULT_TEXT);
    if (JsonScan.matches(line, name, JsonScan.endOfValue(line, name, to), BLOB)) {
      int bytes = JsonScan.member(line, arguments, to, BYTES);
      int end = JsonScan.endOfValue(line, bytes, to);
      byte[] text = new byte[Integer.parseInt(new String(line, bytes, end - bytes, UTF_8)) + 2];
      Arrays.fill(text, (byte) 'x');
      text[0] = '"';
      text[text.length - 1] = '"';
      out.writeBytes(text);
    } else if (JsonScan.matches(line, name, JsonScan.endOfValue(line, name, to), ROWS)) {
      int count = JsonScan.member(line, arguments, to, COUNT);
      int end = JsonScan.endOfValue(line, count, to);
      rows(Integer.parseInt(new String(line, count, end - count, UTF_8)));
    } else {
      int text = JsonScan.member(line, arguments, to, TEXT);
      if (text == JsonScan.ABSENT) {
        write("\"\"");
      } else {
        out.write(line, text, JsonScan.endOfValue(line, text, to) - text);
      }
    }
    out.writeBytes(END_OF_TEXT);
  }

  /** JSON in a text; each row takes about 87 bytes. */
  private void rows(int count) {
    if (count != rowCount) {
      rowCount = count;
      StringBuilder text = new StringBuilder("\"{'rows':[");
      for (int i = 0; i < count; i++) {
        text.append(i == 0 ? "{'id':" : ",{'id':").append(i).append(",'name':'report-").append(i);
        text.append(".txt','size':").append(i * 37 % 1_000).append(",'owner':'team-").append(i % 7);
        text.append("','path':'/reports/2026'}");
      }
      rows = text.append("]}\"").toString().replace("'", "\\\"").getBytes(UTF_8);
    }
    out.writeBytes(rows);
  }

  private void list() {
    write(
        """
        ,"result":{"tools":[\
        {"name":"echo","description":"Answer the text.","inputSchema":{"type":"object",\
        "properties":{"text":{"type":"string"}},"required":["text"]}},\
        {"name":"blob","description":"Answer a text of a size.","inputSchema":{"type":"object",\
        "properties":{"bytes":{"type":"integer"}},"required":["bytes"]}},\
        {"name":"rows","description":"Answer rows.","inputSchema":{"type":"object",\
        "properties":{"count":{"type":"integer"}},"required":["count"]}}""");
    for (int i = 0; i < generatedTools; i++) {
      write(
          ",{\"name\":\""
              + GeneratedTools.name(i)
              + "\",\"description\":\""
              + GeneratedTools.description(i)
              + "\",\"inputSchema\":"
              + GeneratedTools.SCHEMA
              + "}");
    }
    write("]}}\n");
  }

  private void initialize(byte[] line, int params, int to) {
    int version = JsonScan.member(line, params, to, PROTOCOL_VERSION);
    write(",\"result\":{\"protocolVersion\":");
    out.write(line, version, JsonScan.endOfValue(line, version, to) - version);
    write(
        ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}}\n");
  }

  private void write(String ascii) {
    out.writeBytes(ascii.getBytes(UTF_8));
  }

  private static byte[] quoted(String name) {
    return ('"' + name + '"').getBytes(UTF_8);
  }
}
