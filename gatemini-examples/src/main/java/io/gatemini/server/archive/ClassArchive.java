package io.gatemini.server.archive;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Makes the archive of loaded classes (AppCDS, from Java 24 on the AOT cache) that halves the start
 * of the bundled server: runs the server once with the Java that runs this, lets a client talk to
 * it, and has the virtual machine write down what it loaded.
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
    Path archive = target.resolve("lib").resolve(ServerFlags.archiveName(feature, version()));
    deleteArchives(target.resolve("lib"));
    Path config = Files.createTempFile("gatemini-training", ".yaml");
    boolean trained = false;
    try {
      Files.writeString(config, config());
      List<List<String>> steps = ServerFlags.recording(feature, archive);
      train(steps.get(0), config);
      if (steps.size() > 1) {
        finish(start(steps.get(1), config));
      }
      trained = true;
    } finally {
      Files.deleteIfExists(config);
      if (!trained) {
        // What a run that failed has loaded would only slow the server down.
        Files.deleteIfExists(archive);
      }
    }
    if (!Files.exists(archive)) {
      throw new IllegalStateException("the virtual machine wrote none");
    }
    return archive;
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
  private void train(List<String> recording, Path config) throws IOException, InterruptedException {
    Process server = start(recording, config);
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        OutputStream requests = server.getOutputStream()) {
      CompletableFuture<Void> deadline =
          CompletableFuture.runAsync(
              server::destroyForcibly,
              CompletableFuture.delayedExecutor(TRAINING_SECONDS, TimeUnit.SECONDS));
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
      for (String call : calls()) {
        send(
            requests,
            "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"tools/call\",\"params\":%s}"
                .formatted(++id, call));
        await(answers, id);
      }
      deadline.cancel(false);
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

  private Process start(List<String> recording, Path config) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(ServerFlags.of(feature));
    command.addAll(recording);
    command.addAll(List.of("-jar", jar.toAbsolutePath().toString()));
    command.addAll(List.of("serve", "--config", config.toString()));
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
