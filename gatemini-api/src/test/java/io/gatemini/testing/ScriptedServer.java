package io.gatemini.testing;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Json;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server in a child process that plays a script. A line is {@code key verb text}: the key is
 * a method, a tool, {@code start} or {@code end}, for the verb see {@link #step}. The lines of a
 * key in one script are a scene; the last of several scenes is repeated. In the text {@code
 * ${/params/x|otherwise}} is a place in the message, with {@code '} before it in single quotes.
 * Written without the SDK.
 */
public class ScriptedServer {
  /** A {@code start} that never comes to reading. */
  public static final String MUTE = "start wait";

  /** Lives on through TERM and the end of its input. */
  public static final String IGNORES_TERM = "start ignoreTerm\nend wait";

  /** A default encoding that differs from what messages use. */
  public static final String ENCODING = "-Dfile.encoding=ISO-8859-1";

  /** The step that answers {@code initialize}. */
  public static final String GREET =
      """
      result {"protocolVersion":"${/params/protocolVersion}","capabilities":\
      {"tools":{"listChanged":true}},"serverInfo":{"name":"child","version":"1"}}
      """;

  private static final String DEFAULTS =
      "initialize "
          + GREET
          + """
      ping result {}
      tools/list tools tool0
      tools/call answer unknown
      play play ${/params/arguments/script}
      """;

  private static final Pattern HOLE = Pattern.compile("\\$\\{([^}|]+)\\|?([^}]*)}");

  private final Map<String, List<List<String>>> scenes = new HashMap<>();
  private final Map<String, Integer> played = new HashMap<>();
  private final List<String> cancelled = new ArrayList<>();
  private final OutputStream out;
  private final Map<JsonNode, Future<?>> delayed = new ConcurrentHashMap<>();
  private final List<byte[]> grown = new ArrayList<>();
  private @Nullable Process spawned;
  private int count;

  protected ScriptedServer(OutputStream out, String... scripts) {
    this.out = new BufferedOutputStream(out, 1 << 16);
    read(DEFAULTS).forEach((key, scene) -> scenes.put(key, List.of(scene)));
    Map<String, List<List<String>>> own = new HashMap<>();
    for (String script : scripts) {
      read(script)
          .forEach((key, scene) -> own.computeIfAbsent(key, k -> new ArrayList<>()).add(scene));
    }
    scenes.putAll(own);
  }

  private static Map<String, List<String>> read(String script) {
    return script
        .lines()
        .map(line -> line.split(" ", 2))
        .collect(
            Collectors.groupingBy(
                line -> line[0], Collectors.mapping(line -> line[1], Collectors.toList())));
  }

  /** A configuration that starts a server with these scripts. */
  public static BackendConfig config(String... scripts) {
    List<String> line = java(ScriptedServer.class, ENCODING);
    for (String script : scripts) {
      line.add(URLEncoder.encode(script, StandardCharsets.UTF_8));
    }
    return BackendConfig.of("stdio").command(line);
  }

  /** The start of a command line that runs a class of the tests, quick to start. */
  public static List<String> java(Class<?> main, String... options) {
    List<String> line = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
    line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    // An eighth of its start is the verification of what the compiler has just written.
    line.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"));
    line.addAll(List.of(options));
    line.add("-cp");
    line.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    line.add(main.getName());
    return line;
  }

  public static void main(String[] args) throws Exception {
    String[] scripts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      scripts[i] = URLDecoder.decode(args[i], StandardCharsets.UTF_8);
    }
    serve(scripts);
  }

  /** Serves stdin until it ends, then ends the process. */
  public static void serve(String... scripts) throws Exception {
    new ScriptedServer(new FileOutputStream(FileDescriptor.out), scripts).serve(System.in);
    System.exit(0);
  }

  protected final void serve(InputStream in) throws Exception {
    playAll("start");
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16);
    String line = lines.readLine();
    while (line != null && handle(RawJson.parse(line).tree())) {
      line = lines.readLine();
    }
    playAll("end");
  }

  /** Whether there may be more messages. */
  protected boolean handle(JsonNode message) throws Exception {
    String method = message.path("method").asText();
    String tool = message.at("/params/name").asText();
    if (method.equals("notifications/cancelled")) {
      cancelled.add(message.at("/params/requestId").toString());
      Future<?> work = delayed.remove(message.at("/params/requestId"));
      if (work != null && work.cancel(false)) {
        play("gaveUp", message);
      }
    }
    play("before", message);
    play(method.equals("tools/call") && scenes.containsKey(tool) ? tool : method, message);
    play("after", message);
    return true;
  }

  private void playAll(String key) throws Exception {
    for (int i = 0; i < scenes.getOrDefault(key, List.of()).size(); i++) {
      play(key, MissingNode.getInstance());
    }
  }

  private void play(String key, JsonNode message) throws Exception {
    List<List<String>> all = scenes.getOrDefault(key, List.of(List.of()));
    int scene = Math.min(played.merge(key, 1, Integer::sum), all.size()) - 1;
    for (String step : all.get(scene)) {
      step(step, message);
    }
    flush();
  }

  protected final void flush() throws IOException {
    synchronized (out) {
      out.flush();
    }
  }

  private void step(String step, JsonNode message) throws Exception {
    String[] parts = step.split(" ", 2);
    String rest = parts.length < 2 ? "" : parts[1];
    if (parts[0].equals("times")) {
      String[] repeated = rest.split(" ", 2);
      for (int i = 1; i <= Integer.parseInt(repeated[0]); i++) {
        step(repeated[1].replace("${i}", "" + i), message);
      }
      return;
    } else if (parts[0].equals("when") || parts[0].equals("unless")) { // a file exists
      String[] words = rest.split(" ", 2);
      if (Files.exists(Path.of(words[0])) == parts[0].equals("when")) {
        step(words[1], message);
      }
      return;
    } else if (parts[0].equals("forever")) {
      Thread flood = new Thread(() -> forever(rest, message));
      flood.setDaemon(true);
      flood.start();
      return;
    }
    String text = filled(rest, message);
    String[] words = text.split(" ", 2);
    switch (parts[0]) {
      case "say" -> write(text + "\n");
      case "write" -> write(text);
      case "fill" -> { // as many bytes as the caller asked for, and holds none of them
        String part = text.repeat(1 + 10_000 / text.length());
        for (int n = 0; n < message.at("/params/arguments/size").asInt(); n += part.length()) {
          write(part);
        }
      }
      case "answer" -> result(message, content(text));
      case "result" -> result(message, text);
      case "fail" -> write(envelope(message) + ",\"error\":" + text + "}\n");
      case "tools" ->
          result(
              message,
              Stream.of(text.split(" "))
                  .map(ScriptedServer::tool)
                  .collect(Collectors.joining(",", "{\"tools\":[", "]}")));
      case "play" -> {
        for (String line : text.lines().toList()) {
          step(line, message);
        }
      }
      case "later" ->
          delayed.put(
              message.path("id"),
              CompletableFuture.runAsync(
                  () -> later(words[1], message),
                  CompletableFuture.delayedExecutor(Long.parseLong(words[0]), MILLISECONDS)));
      case "once" -> { // as often as there is a file, which goes with it
        String[] keys = words[1].split(" ");
        play(keys[Files.deleteIfExists(Path.of(words[0])) ? 0 : 1], message);
      }
      case "grow" -> {
        grown.add(new byte[Integer.parseInt(text)]);
        Arrays.fill(grown.get(grown.size() - 1), (byte) 1);
      }
      case "note" -> Files.writeString(Path.of(words[0]), words[1] + "\n", CREATE, APPEND);
      case "stderr" -> {
        if (!text.isEmpty()) {
          System.err.println(text);
        }
      }
      case "stderrPart" -> System.err.print(text);
      case "spawn" -> spawned = new ProcessBuilder("sh", "-c", text).start();
      case "sleep" -> Thread.sleep(Long.parseLong(text));
      case "exit" -> {
        flush();
        System.exit(Integer.parseInt(text));
      }
      case "close" ->
          (text.equals("in") ? System.in : text.equals("out") ? out : System.err).close();
      case "ignoreTerm" ->
          // A process ends when its shutdown hooks have: this one never does.
          Runtime.getRuntime().addShutdownHook(new Thread(ScriptedServer::waitForever));
      case "wait" -> {
        flush();
        waitForever();
      }
      default -> throw new IllegalArgumentException(step);
    }
  }

  private void later(String step, JsonNode message) {
    try {
      delayed.remove(message.path("id"));
      step(step, message);
      flush();
    } catch (Exception e) {
      System.exit(4);
    }
  }

  private void forever(String step, JsonNode message) {
    try {
      while (true) {
        step(step, message);
      }
    } catch (Exception e) {
      System.exit(1);
    }
  }

  private static void waitForever() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String filled(String text, JsonNode message) {
    return text.contains("${")
        ? HOLE.matcher(text)
            .replaceAll(
                hole -> Matcher.quoteReplacement(value(hole.group(1), message, hole.group(2))))
        : text;
  }

  private String value(String name, JsonNode message, String otherwise) {
    return switch (name) {
      case "now" -> "" + System.currentTimeMillis();
      case "pid" -> "" + ProcessHandle.current().pid();
      case "child" -> "" + Objects.requireNonNull(spawned).pid();
      case "variable" ->
          System.getenv().getOrDefault(message.at("/params/arguments/name").asText(), "absent");
      case "ms" -> // bounded, whatever was asked for
          "" + Math.min(1_000, Math.max(0, message.at("/params/arguments/ms").asLong()));
      case "length" -> "" + message.at("/params/arguments/text").asText().length();
      case "random" -> {
        byte[] bytes = new byte[message.at("/params/arguments/of").asInt() / 4 * 3];
        new Random(1).nextBytes(bytes);
        yield Base64.getEncoder().encodeToString(bytes);
      }
      case "count" -> "" + ++count;
      case "cancelled" -> String.join(",", cancelled);
      case "cwd" -> System.getProperty("user.dir");
      case "env" -> Json.mapper().valueToTree(System.getenv()).toString();
      case "pad" -> "p".repeat(message.at("/params/arguments/size").asInt());
      default -> {
        boolean inText = name.startsWith("'");
        JsonNode value = message.at(inText ? name.substring(1) : name);
        String text = value.isTextual() ? value.asText() : value.toString();
        yield value.isMissingNode() ? otherwise : inText ? text.replace('"', '\'') : text;
      }
    };
  }

  /** A tool as {@code tools/list} shows it. */
  public static String tool(String name) {
    return "{\"name\":\""
        + name
        + "\",\"description\":\"é😀\",\"inputSchema\":{\"type\":\"object\",\"x-number\":0.15}}";
  }

  static String content(String text) {
    return "{\"content\":[{\"type\":\"text\",\"text\":" + TextNode.valueOf(text) + "}]}";
  }

  private static String envelope(JsonNode message) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id");
  }

  final void result(JsonNode message, String result) throws IOException {
    write(envelope(message) + ",\"result\":" + result + "}\n");
  }

  protected final void write(String text) throws IOException {
    synchronized (out) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
