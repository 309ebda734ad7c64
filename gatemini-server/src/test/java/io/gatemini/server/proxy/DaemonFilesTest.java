package io.gatemini.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.server.Main;
import io.gatemini.testing.Values;
import io.gatemini.transport.daemon.SocketStreams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strange files in the place of a daemon's: a new client says so and is served. */
@Timeout(180)
class DaemonFilesTest extends ProxyProcesses {
  private final List<Process> others = new ArrayList<>();

  DaemonFilesTest(@TempDir Path directory) throws Exception {
    super(directory);
  }

  @Override
  @AfterEach
  void end() throws Exception {
    super.end();
    for (Process other : others) {
      other.destroyForcibly().waitFor();
    }
  }

  private ProxyProcess start() throws IOException {
    return start(Proxy.Patience.USUAL).read();
  }

  private static void assertServed(ProxyProcess client) throws Exception {
    assertThat(client.call("one.echo", "text", "served")).isEqualTo("served");
  }

  @Test
  void areThoseOfAConfigurationThatIsNamedFromHere() throws Exception {
    Path relative = Path.of("").toAbsolutePath().relativize(config.toAbsolutePath());
    ProxyProcess client =
        ProxyProcess.start(places, relative, Proxy.Patience.USUAL, Map.of()).read();
    proxies.add(client);

    assertServed(client.shakeHands());
  }

  @Test
  void areForTheirUserAlone() throws Exception {
    places.prepareDirectory();
    Files.createFile(
        places.log(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));

    start().shakeHands();

    for (Path file : List.of(places.log(), places.pid(), places.startLock(), places.ownerLock())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .as(file.toString())
          .isEqualTo("rw-------");
    }
  }

  @Test
  void replacesAFileInThePlaceOfTheSocket() throws Exception {
    start().shakeHands();
    long before = daemon();
    Files.delete(places.socket());
    Files.writeString(places.socket(), "a file");

    assertServed(start().shakeHands());

    assertThat(daemon()).isEqualTo(before);
  }

  @Test
  void makesAllOfThemAgainAfterTheDirectoryWasRemoved() throws Exception {
    ProxyProcess client = start().shakeHands();
    ProcessHandle before = ProcessHandle.of(daemon()).orElseThrow();
    removeDirectory();

    ProxyProcess.awaitEnd(before);

    assertServed(client);
    for (Path file : List.of(places.socket(), places.log(), places.pid(), places.ownerLock())) {
      assertThat(file).exists();
    }
    assertServed(start().shakeHands());
  }

  private void removeDirectory() throws IOException {
    try (Stream<Path> files = Files.walk(places.socket().getParent())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Values("`` | 999999999")
  void killsNoProcessThatAStrangerNames(String pidFile) throws Exception {
    places.prepareDirectory();
    Process named = ProxyProcess.idle(directory);
    others.add(named);
    Files.writeString(places.pid(), pidFile);
    try (var stranger = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      stranger.bind(UnixDomainSocketAddress.of(places.socket()));
      var unused =
          ProxyProcess.greetAll(
              stranger, "{\"gatemini\":1,\"version\":\"0\",\"pid\":" + named.pid() + "}");

      ProxyProcess client = start().shakeHands();

      assertServed(client);
      assertThat(client.errors)
          .anyMatch(line -> line.contains(places.socket() + " is not of the daemon"));
      assertThat(named.isAlive()).isTrue();
      assertThat(daemon()).isNotEqualTo(named.pid());
    }
  }

  @Test
  void takeTheSocketBackFromAStranger() throws Exception {
    start().shakeHands();
    long before = daemon();
    Files.delete(places.socket());
    try (var stranger = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      stranger.bind(UnixDomainSocketAddress.of(places.socket()));
      var unused = ProxyProcess.greetAll(stranger, "{\"gatemini\":1,\"version\":\"0\",\"pid\":1}");

      assertServed(start().shakeHands());
    }

    assertThat(daemon()).isEqualTo(before);
  }

  /** Holds the start lock, as a proxy does that was stopped. */
  public static final class Holder {
    @SuppressWarnings("try") // it has only to be held
    public static void main(String[] args) throws IOException {
      try (FileChannel file =
              FileChannel.open(
                  Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = file.lock()) {
        System.out.println("locked");
        while (System.in.read() >= 0) {
          // until it is killed
        }
      }
    }
  }

  private void holdLock() throws IOException {
    places.prepareDirectory();
    List<String> line = new ArrayList<>(ProxyProcess.java(Holder.class));
    line.add(places.startLock().toString());
    Process holder = new ProcessBuilder(line).start();
    others.add(holder);
    assertThat(holder.inputReader().readLine()).isEqualTo("locked");
  }

  @Test
  void startsADaemonThoughTheLockIsHeldByOneWhoStartsNone() throws Exception {
    holdLock();

    ProxyProcess client = start().shakeHands();

    assertServed(client);
    assertThat(client.errors)
        .containsExactly(
            "gatemini: "
                + places.startLock()
                + " is locked, and no daemon is being started; starts one");
  }

  @Test
  void waitsForTheDaemonThatAnotherClientStarts() throws Exception {
    holdLock();
    Process starting = ProxyProcess.idle(directory);
    others.add(starting);
    Files.writeString(places.startLock(), starting.pid() + "\n");
    ProxyProcess client = start();
    int asked = client.begin("ping", "{}");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                client.errors.contains(
                    "gatemini: waits for the daemon that another client starts, process "
                        + starting.pid()
                        + "; the lock is "
                        + places.startLock()));

    List<String> line = new ArrayList<>(ProxyProcess.java(Main.class));
    line.addAll(
        List.of("serve", "--socket", places.socket().toString(), "--config", config.toString()));
    others.add(new ProcessBuilder(line).redirectErrorStream(true).start());

    // The lock is still held.
    assertThat(client.answer(asked).path("id").asInt()).isEqualTo(asked);
    assertThat(daemon()).isEqualTo(others.get(2).pid());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void saysWhichVersionOfTheGreetingItKnows(int version) throws Exception {
    start().shakeHands();
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(places.socket()))) {
      channel.write(
          ByteBuffer.wrap(
              ("{\"gatemini\":" + version + ",\"as\":\"status\"}\n")
                  .getBytes(StandardCharsets.UTF_8)));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(SocketStreams.in(channel), StandardCharsets.UTF_8));
      lines.readLine();

      assertThat(lines.readLine())
          .contains("this daemon knows version 1 of the greeting, not " + version);
      assertThat(lines.readLine()).isNull();
    }
  }

  @Test
  void saysThatADaemonGreetsAsAnotherVersion() throws Exception {
    places.prepareDirectory();
    try (var other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      other.bind(UnixDomainSocketAddress.of(places.socket()));
      var unused = ProxyProcess.greetAll(other, "{\"gatemini\":2,\"version\":\"9\",\"pid\":1}");

      ProxyProcess client = start();

      assertThat(client.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      await()
          .until(
              () ->
                  client.errors.stream()
                      .anyMatch(line -> line.contains("does not greet as version 1 of a daemon")));
    }
  }
}
