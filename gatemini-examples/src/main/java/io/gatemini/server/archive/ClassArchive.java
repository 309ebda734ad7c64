package io.gatemini.server.archive;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.async.Timeouts;
import io.gatemini.spi.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Makes the archives of loaded classes (AppCDS, from Java 24 on the AOT cache) that halve the start
 * of the bundled server and of its proxy: runs each once with the Java that runs this, lets a
 * client talk to it, and has the virtual machine write down what it loaded.
 *
 * <p>The build runs this; run it again after installing another Java: {@code java -cp gatemini.jar
 * io.gatemini.server.archive.ClassArchive}. That it fails is no error: the server works without.
 */
public final class ClassArchive {
  private static final long TRAINING_SECONDS = 120;

  private static final String LUA =
      "local a = training.echo({text = 'b'}) local t = {} "
          + "for i, v in ipairs({3, 1, 2}) do t[i] = string.format('%d', v):upper() end "
          + "table.sort(t, function(x, y) return x < y end) "
          + "local ok, e = pcall(function() error({code = 1}) end) "
          + "local co = coroutine.wrap(function() coroutine.yield(#t) end) "
          + "result({a = a:await(), t = table.concat(t, ','), ok = ok, e = e.code, n = co()})";

  private final Path jar;
  private final Path java = Path.of(System.getProperty("java.home"), "bin", "java");
  private final int feature = Runtime.version().feature();

  private ClassArchive(Path jar) {
    this.jar = jar;
  }

  /** Makes the archive beside the jar this class is in. */
  public static void main(String[] args) {
    try {
      Path jar =
          Path.of(ClassArchive.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path archive = new ClassArchive(jar).make();
      System.out.println(
          "class archive " + archive.getFileName() + ": " + Files.size(archive) / 1024 + " KiB");
    } catch (IOException | UncheckedIOException | URISyntaxException | IllegalStateException e) {
      System.out.println("no class archive, the server starts slower: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Path make() throws IOException, InterruptedException {
    Path target = jar.toAbsolutePath().getParent();
    if (target == null || !Files.isRegularFile(jar)) {
      throw new IllegalStateException("the server is not packaged");
    }
    deleteArchives(target.resolve("lib"));
    Path directory = Files.createTempDirectory("gatemini-training");
    Path config = directory.resolve("gatemini.yaml");
    try {
      Files.writeString(config, config());
      Path archive =
          recorded(
              target.resolve("lib"),
              "gatemini",
              command(jar, ServerFlags.of(feature), "--direct", "--config", config.toString()),
              calls());
      Path proxy = jar.resolveSibling("gatemini-proxy.jar");
      if (Files.isRegularFile(proxy)) {
        recordProxy(target.resolve("lib"), proxy, config, directory.resolve("d.sock"));
      }
      return archive;
    } finally {
      deleteAll(directory);
    }
  }

  /** The proxy needs a daemon to talk to. */
  private void recordProxy(Path lib, Path proxy, Path config, Path socket)
      throws IOException, InterruptedException {
    String[] places = {"--socket", socket.toString(), "--config", config.toString()};
    List<String> serve = command(jar, ServerFlags.of(feature), "serve");
    serve.addAll(List.of(places));
    Process daemon = started(serve);
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TRAINING_SECONDS);
      while (!Files.exists(socket) && daemon.isAlive() && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
      recorded(
          lib, "gatemini-proxy", command(proxy, ServerFlags.ofProxy(feature), places), List.of());
    } finally {
      daemon.destroy();
      daemon.waitFor(TRAINING_SECONDS, TimeUnit.SECONDS);
      daemon.destroyForcibly();
    }
  }

  private List<String> command(Path program, List<String> flags, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(flags);
    command.addAll(List.of("-jar", program.toAbsolutePath().toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs a program while it records its archive. */
  private Path recorded(Path lib, String program, List<String> command, List<String> calls)
      throws IOException, InterruptedException {
    Path archive = lib.resolve(ServerFlags.archiveName(program, feature, version()));
    boolean trained = false;
    try {
      List<List<String>> steps = ServerFlags.recording(feature, archive);
      train(with(steps.get(0), command), calls);
      if (steps.size() > 1) {
        finish(started(with(steps.get(1), command)));
      }
      trained = true;
    } finally {
      if (!trained) {
        // What a run that failed has loaded would only slow the program down.
        Files.deleteIfExists(archive);
      }
    }
    if (!Files.exists(archive)) {
      throw new IllegalStateException("the virtual machine wrote none");
    }
    return archive;
  }

  private static List<String> with(List<String> recording, List<String> command) {
    List<String> line = new ArrayList<>(command);
    line.addAll(1, recording);
    return line;
  }

  private static void deleteAll(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Also those of other Java versions: an archive hands out the classes of the build it is of. */
  private static void deleteArchives(Path directory) throws IOException {
    try (DirectoryStream<Path> archives =
        Files.newDirectoryStream(directory, "gatemini-*.{jsa,aot}")) {
      for (Path archive : archives) {
        Files.delete(archive);
      }
    }
  }

  /** The version as the file {@code release} of a Java home states it. */
  private static String version() {
    return System.getProperty("java.version");
  }

  private String config() {
    // The classes of the script engine would be resident from the start on, 28 MB; an agent that
    // searches finds them loaded anyway. See BENCHMARKS.md.
    return """
        sandbox: {prewarm: false}
        cache_path: cache.json
        backends:
          training:
            command: %s
            args: [-Xshare:auto, -cp, %s, %s]
        """
        .formatted(quoted(java), quoted(jar), TrainingServer.class.getName());
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }

  /** A client's usual first minute, without a program. */
  private static void train(List<String> command, List<String> calls)
      throws IOException, InterruptedException {
    Process server = started(command);
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        OutputStream requests = server.getOutputStream()) {
      CompletableFuture<Process> deadline =
          Timeouts.orTimeout(new CompletableFuture<>(), Duration.ofSeconds(TRAINING_SECONDS));
      CompletableFuture<Process> unused = deadline.exceptionally(late -> server.destroyForcibly());
      send(
          requests,
          """
          {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
          "capabilities":{},"clientInfo":{"name":"training","version":"1"}}}""");
      await(answers, 1);
      send(requests, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      send(requests, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
      await(answers, 2);
      int id = 2;
      for (String call : calls) {
        send(
            requests,
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":%s}"
                .formatted(++id, call));
        await(answers, id);
      }
      deadline.complete(server);
    }
    finish(server);
  }

  private static List<String> calls() {
    List<String> calls = new ArrayList<>();
    String json = "{\\\"tool\\\":\\\"training.echo\\\",\\\"arguments\\\":{\\\"text\\\":\\\"a\\\"}}";
    calls.add(call("search_tools", "\"task_description\":\"return a text\""));
    calls.add(call("tool_info", "\"tool_name\":\"training.echo\",\"detail\":\"full\""));
    // The backend may still be starting at the first of these.
    for (int i = 0; i < 3; i++) {
      calls.add(call("call_tool_chain", "\"code\":\"" + json + "\""));
    }
    calls.add(call("call_tool_chain", "\"code\":\"await training.echo({text: 'b'})\""));
    // The engine of Lua is small and of this jar: its classes cost nothing while they are unused.
    calls.add(call("call_tool_chain", "\"language\":\"lua\",\"code\":\"" + LUA + "\""));
    return calls;
  }

  private static String call(String tool, String arguments) {
    return "{\"name\":\"%s\",\"arguments\":{%s}}".formatted(tool, arguments);
  }

  private static Process started(List<String> command) throws IOException {
    File log = File.createTempFile("gatemini-training", ".log");
    log.deleteOnExit();
    return new ProcessBuilder(command).redirectError(log).start();
  }

  private static void finish(Process process) throws InterruptedException {
    if (!process.waitFor(TRAINING_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the training run did not end");
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException("the training run ended with " + process.exitValue());
    }
  }

  private static void send(OutputStream requests, String message) throws IOException {
    requests.write((message.replace("\n", "") + "\n").getBytes(StandardCharsets.UTF_8));
    requests.flush();
  }

  private static void await(BufferedReader answers, int id) throws IOException {
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      JsonNode answer = Json.mapper().readTree(line);
      if (answer.path("id").asInt() == id && !answer.has("method")) {
        return;
      }
    }
    throw new IllegalStateException("the training run ended before request " + id);
  }
}
