package io.gatemini.examples.resilience;

import io.gatemini.BackendConfig;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.spi.RegistrationPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process whose one name server is a file: an agent's backend has an address that may be
 * connected to, until its name changes to one that may not.
 *
 * <p>Prints how a call fared before, after the change, and after the name has changed back, and how
 * many connections the forbidden address saw.
 */
public final class ChangingName {
  private static final String HOST = "moving.test";
  private static final String ALLOWED = "127.0.0.1";
  private static final String FORBIDDEN = "127.0.0.2";

  private ChangingName() {}

  static List<String> command(Path names) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Djdk.net.hosts.file=" + names,
        "-Dsun.net.inetaddr.ttl=0",
        "-Dsun.net.inetaddr.negative.ttl=0",
        "-cp",
        System.getProperty("java.class.path"),
        ChangingName.class.getName(),
        names.toString());
  }

  public static void main(String[] args) throws Exception {
    Path names = Path.of(args[0]);
    point(names, ALLOWED);
    try (FaultyHttpServer server = new FaultyHttpServer(HttpFault.DOWN);
        ServerSocket trap = new ServerSocket();
        Gateway gateway = Gateway.builder().registrationPolicy(onlyAllowed()).build()) {
      URI url = URI.create(server.url());
      trap.bind(new InetSocketAddress(InetAddress.getByName(FORBIDDEN), url.getPort()));
      AtomicInteger caught = new AtomicInteger();
      Thread trapper = new Thread(() -> count(trap, caught));
      trapper.setDaemon(true);
      trapper.start();
      BackendConfig config =
          BackendConfig.streamableHttp("http://" + HOST + ":" + url.getPort() + url.getPath());
      gateway.registerAsync("moving", config, Session.local()).join();
      System.out.println("before: " + call(gateway));

      point(names, FORBIDDEN);
      server.arm();
      server.disarm();
      System.out.println("after: " + call(gateway));
      System.out.println("caught: " + caught);
    }
    System.exit(0);
  }

  private static RegistrationPolicy onlyAllowed() {
    return new RegistrationPolicy() {
      @Override
      public Optional<String> refusal(String name, BackendConfig config, Session session) {
        return Optional.empty();
      }

      @Override
      public boolean mayConnectTo(String host, InetSocketAddress address) {
        return address.getAddress().getHostAddress().equals(ALLOWED);
      }
    };
  }

  private static void point(Path names, String address) throws IOException {
    Files.writeString(names, "127.0.0.1 localhost\n" + address + " " + HOST + "\n");
  }

  private static void count(ServerSocket trap, AtomicInteger caught) {
    while (true) {
      try {
        trap.accept().close();
        caught.incrementAndGet();
      } catch (IOException e) {
        return; // over
      }
    }
  }

  /** The second call: what breaks first is the connection that was kept. */
  private static String call(Gateway gateway) {
    String outcome = "";
    for (int i = 0; i < 2; i++) {
      long from = System.nanoTime();
      try {
        ToolCall call = ToolCall.of("moving.echo", Map.of("text", "hello"));
        outcome = gateway.call(call.withTimeout(Duration.ofSeconds(2))).text();
      } catch (GatewayException e) {
        outcome = "`" + e.getClass().getSimpleName() + "`: " + e.getMessage();
      }
      outcome += " | " + (System.nanoTime() - from) / 1_000_000 + " ms";
    }
    return outcome;
  }
}
