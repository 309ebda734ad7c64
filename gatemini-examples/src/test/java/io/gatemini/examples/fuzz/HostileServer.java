package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.testing.ScriptedServer;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * An MCP server over stdio that misbehaves as a seed says while the file {@code armed} is in its
 * directory, and is honest while it is not. Each of its processes has its own chance: the directory
 * counts them.
 *
 * <p>{@code java HostileServer <seed> <directory>}
 */
public final class HostileServer extends ScriptedServer {
  static final String ARMED = "armed";

  private static final String RULES =
      """
      list = 8× {"tools":[‹tools›]‹?,"nextCursor":‹cursor››} ¦ {"tools":‹thousands›} ¦ ‹value›
        {"tools":‹value›‹?,"nextCursor":‹cursor››}
      cursor = "a" ¦ "b" ¦ "" ¦ ‹value›
      tools = ¦ ‹tool› ¦ ‹tool›,‹tool› ¦ ‹five› ¦ ‹five›,‹five›,‹tool› ¦ ‹five›,‹five›,‹five›,‹five›,‹five›
      five = ‹tool›,‹tool›,‹tool›,‹tool›,‹tool›
      tool = 18× {"name":‹name›,"description":‹described›,"inputSchema":‹input›‹?,"outputSchema":‹schema››‹more›}
        ‹value›
      name = "echo‹small›" ¦ "echo1" ¦ 4× ‹string› ¦ ‹value›
      described = 14× ‹string› ¦ ‹value›
      input = 7× ‹schema› ¦ ‹value›
      more = 8× ¦ ,"annotations":‹value› ¦ ,"title":‹value› ¦ ,"_meta":‹value› ¦ ,"icons":‹value›
      schema = {"type":"object"}
        3× {"type":"‹type›"‹?,"$ref":"‹ref›"›‹?,"$defs":{"a":‹sub›}›‹?,"items":‹sub››‹?,"‹of›":[‹sub›,‹sub›]›‹?,"‹fact›":‹value››‹?,"‹bound_of›":‹value››‹?,"properties":{‹key›:‹sub›,"‹property›":‹sub›}›}
      sub = {"type":"object"} ¦ ‹schema›
      type = object ¦ array ¦ string ¦ null ¦ nothing
      ref = # ¦ #/$defs/a ¦ #/properties/a ¦ http://x/y ¦ #/%zz
      of = anyOf ¦ oneOf ¦ allOf
      fact = enum ¦ const ¦ default ¦ required ¦ examples
      bound_of = minimum ¦ maxLength ¦ pattern ¦ format ¦ description
      property = a ¦ text ¦ __proto__
      call = 9× {"content":‹content›‹?,"structuredContent":‹value››‹?,"isError":true›‹?,"_meta":‹value››}
        2× {"content":‹content›,"isError":‹value›‹?,"resultType":‹value››} ¦ {"content":‹value›} ¦ ‹value›
      content = 12× [] ¦ 12× [‹block›] ¦ 12× [‹block›,‹block›] ¦ 12× [‹block›,‹value›,‹block›] ¦ ‹many_blocks›
      block = {"type":"‹block_type›","text":‹string›‹?,"‹block_member›":‹value››}
      block_type = text ¦ text ¦ image ¦ audio ¦ resource ¦ resource_link ¦ x
      block_member = data ¦ uri ¦ resource ¦ mimeType ¦ annotations
      other = 9× {"protocolVersion":‹value›,"capabilities":‹value›,"serverInfo":‹value›‹?,"a":‹value››} ¦ ‹value›
      wrong = {"jsonrpc":"2.0","id":‹value›,"result":‹result›} ¦ {"id":‹id›‹?,"value":‹value››‹?,"text":‹value››}
        {"jsonrpc":"2.0","id":‹id›,"error":‹value›} ¦ {"jsonrpc":"2.0","id":‹id›,"error":‹error›}
      error = {"code":‹number›,"message":‹string›,"data":‹value›}
      answer = {"jsonrpc":"2.0","id":‹id›,"result":‹result›}
      before = ‹raw› ¦ {"jsonrpc":"2.0","id":‹request_id›,"method":"‹asked›","params":‹value›}
      request_id = ‹value› ¦ ‹number›
      asked = ping ¦ roots/list ¦ sampling/createMessage ¦ elicitation/create ¦ tools/list ¦ x
      note = {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
        {"jsonrpc":"2.0","method":"notifications/progress","params":‹progress›}
        {"jsonrpc":"2.0","method":"notifications/message","params":{"level":‹level›,"data":‹value›}}
        {"jsonrpc":"2.0","method":"notifications/resources/updated","params":‹value›}
        {"jsonrpc":"2.0","method":‹string›,"params":‹value›}
      level = 2× "error" ¦ ‹value›
      progress = {"progressToken":‹request_id›,"progress":‹number›}
        {"progressToken":‹request_id›,"progress":‹number›,"total":‹value›,"message":‹value›}
      """;

  private static final String LISTED =
      "{\"name\":\"tool_%1$d\",\"description\":\"Number %1$d\",\"inputSchema\":{\"type\":\"object\"}}";

  private final Path armed;
  private final long seed;
  private int step;
  private JsonNode message = MissingNode.getInstance();
  private final Grammar grammar =
      HostileJson.grammar(RULES)
          .with("raw", HostileText::of)
          .with("id", chance -> HostileJson.quoted(message.get("id")))
          .with("result", this::result)
          .with("thousands", chance -> HostileJson.listed(20_000, LISTED::formatted))
          .with(
              "many_blocks",
              chance -> HostileJson.listed(5_000, i -> "{\"type\":\"text\",\"text\":\"x\"}"));

  private HostileServer(long seed, Path directory) throws IOException {
    super(new FileOutputStream(FileDescriptor.out), FuzzServer.SCRIPT);
    Path starts = directory.resolve("starts");
    Files.writeString(starts, "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    this.seed = seed + Files.size(starts);
    this.armed = directory.resolve(ARMED);
  }

  /** The command line. */
  static List<String> command(long seed, Path directory) {
    List<String> line = new ArrayList<>(FuzzServer.command(HostileServer.class));
    line.addAll(List.of("" + seed, directory.toString()));
    return line;
  }

  public static void main(String[] args) throws Exception {
    new HostileServer(Long.parseLong(args[0]), Path.of(args[1])).serve(System.in);
    System.exit(0);
  }

  @Override
  protected boolean handle(JsonNode message) throws Exception {
    this.message = message;
    if (Files.exists(armed)) {
      try {
        misbehave(Chance.of(seed, step++));
      } catch (RuntimeException | Error e) {
        // Its own heap is small; a stack in its last words would look like the gateway's.
        String why = e instanceof OutOfMemoryError ? "no memory is left" : e.toString();
        System.err.println("the hostile server failed: " + why);
        Runtime.getRuntime().halt(1);
      }
      return true;
    }
    super.handle(message);
    if (step > 0) {
      // Has its lies forgotten, once.
      step = 0;
      line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    }
    return true;
  }

  private String result(Chance chance) {
    return switch (message.path("method").asText()) {
      case "tools/list" -> grammar.text("list", chance);
      case "tools/call" -> grammar.text("call", chance);
      default -> grammar.text("other", chance);
    };
  }

  private void misbehave(Chance chance) throws Exception {
    if (chance.oneIn(12)) {
      flood(chance);
    }
    if (!message.has("id")) {
      return;
    }
    // Pings and handshakes mostly succeed, or there would be nothing but restarts.
    boolean work = message.path("method").asText().startsWith("tools/");
    if (chance.below(100) < (work ? 15 : 85)) {
      super.handle(message);
      return;
    }
    switch (chance.below(30)) {
      case 0 -> {} // silence
      case 1 -> {
        if (chance.oneIn(4)) {
          System.err.println(HostileText.of(chance));
          Runtime.getRuntime().halt(chance.below(256));
        }
      }
      case 2 -> {
        super.handle(message);
        super.handle(message);
      }
      case 3, 4 -> {
        line(grammar.text("before", chance));
        super.handle(message);
      }
      case 5 -> {
        String line = grammar.text("answer", chance);
        write(line.substring(0, line.length() / 2));
        flush();
        if (chance.oneIn(6)) {
          Runtime.getRuntime().halt(7);
        }
        line("");
      }
      case 6, 7, 8 -> line(grammar.text("wrong", chance));
      case 9 -> {
        // Deeper than the project reads.
        int levels = chance.of(1_000, 2_490, 100_000);
        line(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + message.get("id")
                + ",\"result\":{\"content\":"
                + "[".repeat(levels)
                + "]".repeat(levels)
                + "}}");
      }
      default -> line(grammar.text("answer", chance));
    }
  }

  /** Many of one thing that the gateway did not ask for. */
  private void flood(Chance chance) throws IOException {
    if (chance.oneIn(6)) {
      System.err.println(HostileText.run(chance, 500).repeat(20));
      return;
    }
    String line = grammar.text("note", chance);
    int count = line.length() > 1_000 ? 3 : chance.of(1, 10, 5_000);
    for (int i = 0; i < count; i++) {
      line(line);
    }
  }

  private void line(String text) throws IOException {
    write(text + "\n");
    flush();
  }
}
