package io.gatemini.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.internal.process.ProcessTree;
import io.gatemini.server.ipc.DaemonPlaces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StopCommandTest {
  /** The first program of a container may collect its orphans late or never. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void takesAZombieForADaemonThatHasEnded(@TempDir Path directory) throws Exception {
    DaemonPlaces places = DaemonPlaces.at(directory.resolve("run/d.sock"));
    places.prepareDirectory();
    StringWriter out = new StringWriter();
    Process parent = new ProcessBuilder("sh", "-c", "read line & exec sleep 600").start();
    try (var daemon = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      daemon.bind(UnixDomainSocketAddress.of(places.socket()));
      await().until(() -> parent.children().count() == 1);
      ProcessHandle zombie = parent.children().findFirst().orElseThrow();
      await().until(() -> !ProcessTree.isAlive(zombie));
      assertThat(zombie.isAlive()).isTrue();
      String answer = "{\"gatemini\":1}\n{\"pid\":" + zombie.pid() + "}\n";
      Thread answers = new Thread(() -> answerAll(daemon, answer), "stop-test-daemon");
      answers.setDaemon(true);
      answers.start();

      int exit =
          CommandLineMain.run(
              new PrintWriter(out, true),
              new PrintWriter(System.err, true),
              List.of("stop", "--socket", places.socket().toString(), "--timeout", "5")
                  .toArray(String[]::new));

      assertThat(out.toString().strip()).isEqualTo("process " + zombie.pid() + " has ended");
      assertThat(exit).isZero();
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }

  private static void answerAll(ServerSocketChannel daemon, String answer) {
    try {
      while (true) {
        try (SocketChannel guest = daemon.accept()) {
          guest.write(ByteBuffer.wrap(answer.getBytes(UTF_8)));
          guest.read(ByteBuffer.allocate(10_000)); // its greeting
        }
      }
    } catch (IOException e) {
      // It is closed.
    }
  }
}
