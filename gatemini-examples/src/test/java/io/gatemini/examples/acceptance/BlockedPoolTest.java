package io.gatemini.examples.acceptance;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Exposure;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.spi.Json;
import io.gatemini.testing.MisbehavingServer;
import io.gatemini.testing.MisbehavingServer.Mode;
import io.gatemini.testing.Patience;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that blocks the common pool for ever, which delays nothing of its gateway. */
class BlockedPoolTest {
  /** Work that depended on the pool took 30 s, or never ended. */
  private static final Duration SOON = Duration.ofSeconds(20);

  static Stream<Arguments> machines() {
    return Stream.of(System.getProperty("java.home"), System.getenv("JAVA_HOME_NEWEST"))
        .filter(home -> home != null)
        .flatMap(home -> Stream.of(1, 4).map(processors -> Arguments.of(home, processors)));
  }

  @ParameterizedTest
  @ValueSource(ints = 2)
  void delaysNothing(int processors, @TempDir Path directory) throws Exception {
    delaysNothingOn(System.getProperty("java.home"), processors, directory);
  }

  @ParameterizedTest
  @MethodSource("machines")
  @Tag("long")
  void delaysNothingOn(String home, int processors, @TempDir Path directory) throws Exception {
    Path output = directory.resolve("output");
    Process host =
        new ProcessBuilder(
                Path.of(home, "bin", "java").toString(),
                "-XX:ActiveProcessorCount=" + processors,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Host.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = host.waitFor(2, TimeUnit.MINUTES);
    host.descendants().forEach(ProcessHandle::destroyForcibly);
    host.destroyForcibly();

    assertThat(Files.readString(output)).endsWith("all done\n");
    assertThat(ended).isTrue();
  }

  /** The host. */
  static final class Host {
    private Host() {}

    public static void main(String[] args) throws Exception {
      CountDownLatch never = new CountDownLatch(1);
      for (int i = 0; i < 64; i++) {
        ForkJoinPool.commonPool().execute(() -> Patience.hold(never));
      }
      Path directory = Path.of(args[0]);
      Path config = Files.writeString(directory.resolve("gatemini.json"), config(directory));

      Gateway gateway = Gateway.builder().config(config).build();
      assertThat(gateway.awaitReady(Duration.ofMinutes(1))).isTrue();
      soon("a tool that leaves a child", () -> gateway.call("cli.back", Map.of()));
      soon(
          "the end of a process whose child holds its pipe",
          () ->
              assertThrown(
                      GatewayException.class, () -> gateway.call("server.die", Map.of("code", 3)))
                  .hasMessageContaining("exited with code 3"));
      Exposure exposure = gateway.expose("daemon");
      try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        client.connect(UnixDomainSocketAddress.of(directory.resolve("socket")));
        soon("the end of the exposure", exposure::close);
      }
      soon("the end of the gateway", gateway::close);
      System.out.println("all done");
      System.exit(0);
    }

    private static void soon(String what, Runnable work) {
      long began = System.nanoTime();
      work.run();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).as(what).isLessThan(SOON);
    }

    private static String config(Path directory) throws IOException {
      ObjectNode root = Json.mapper().createObjectNode();
      root.withObject("/plugins/daemon").put("socket", directory.resolve("socket").toString());
      root.withObject("/secrets/providers/command").putArray("key").add("echo").add("hidden");
      ObjectNode server = root.withObject("/backends/server").put("command", "sh");
      server.putArray("args").add("-c").add("sleep 120 & exec \"$@\"").add("sh");
      MisbehavingServer.command(Mode.NORMAL, directory.resolve("pids"))
          .forEach(server.withArray("args")::add);
      server.putObject("env").put("KEY", "secretref:command:key");
      root.withObject("/backends/cli/tools/back")
          .put("description", "Leaves a child.")
          .put("command", "sh " + directory.resolve("back.sh"));
      Files.writeString(directory.resolve("back.sh"), "sleep 120 &\necho started\n");
      return root.toString();
    }
  }
}
