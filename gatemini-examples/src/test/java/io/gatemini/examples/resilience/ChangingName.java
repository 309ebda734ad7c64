package io.gatemini.examples.resilience;

import static org.awaitility.Awaitility.await;

import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.Session;
import io.gatemini.ToolCall;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.trust.GuardedRegistrationPolicy;
import io.gatemini.spi.RegistrationPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process whose one name server is a file: an agent's backend has an address that may be
 * connected to, until its name changes to one that may not, and back.
 *
 * <p>The policy is the default one but for what a machine without public addresses forbids: one
 * loopback address stands for a public one, and the url need not be https.
 *
 * <p>Prints, a line {@code key: value} each, how a call fared before the change, after it and once
 * the name has changed back, how the backend stood, how often the call of the change was executed,
 * how the neighbours fared, and how many connections the forbidden address saw.
 */
public final class ChangingName {
  private static final String HOST = "moving.test";
  private static final String ALLOWED = "127.0.0.1";
  private static final String FORBIDDEN = "127.0.0.2";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

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
        FaultyHttpServer good = new FaultyHttpServer(HttpFault.NONE)) {
      URI url = URI.create(server.url());
      trap.bind(new InetSocketAddress(InetAddress.getByName(FORBIDDEN), url.getPort()));
      AtomicInteger caught = new AtomicInteger();
      Thread trapper = new Thread(() -> count(trap, caught));
      trapper.setDaemon(true);
      trapper.start();
      long closing;
      try (Gateway gateway = gateway(good)) {
        observe(names, server, gateway);
        report("caught", caught);
        closing = System.nanoTime();
      }
      report("close", millis(closing));
    }
    System.exit(0);
  }

  private static void observe(Path names, FaultyHttpServer server, Gateway gateway)
      throws IOException, InterruptedException {
    URI url = URI.create(server.url());
    BackendConfig config =
        BackendConfig.streamableHttp("http://" + HOST + ":" + url.getPort() + url.getPath());
    gateway.registerAsync("moving", config, Session.local()).join();
    await().atMost(PATIENCE).until(() -> call(gateway, "good.echo", "hello").equals("hello"));
    report("before", call(gateway, "moving.act", "before"));
    Neighbours neighbours = Neighbours.calling(gateway, "good.echo");

    point(names, FORBIDDEN);
    // A connection that was kept leads to where it led: the first call may only find it broken.
    server.arm();
    server.disarm();
    long until = System.nanoTime() + PATIENCE.toNanos();
    long from;
    String after;
    do {
      from = System.nanoTime();
      after = call(gateway, "moving.act", "after");
    } while (!after.contains("not allowed") && System.nanoTime() < until);
    report("after", after);
    report("took", millis(from));
    await().atMost(PATIENCE).until(() -> !status(gateway).available());
    report("state", status(gateway).state());

    point(names, ALLOWED);
    from = System.nanoTime();
    await().atMost(PATIENCE).until(() -> call(gateway, "moving.echo", "back").equals("back"));
    report("recovery", millis(from));
    report("back", call(gateway, "moving.act", "back"));
    await().atMost(PATIENCE).until(() -> status(gateway).available());
    report("restarts", status(gateway).restarts());
    report("executed", server.executed().stream().filter("after"::equals).count());
    Neighbours.Figures figures = neighbours.stop();
    report("neighbours", figures.calls() + ", " + figures.shownP99());
    report("failures of neighbours", figures.failures());
  }

  private static Gateway gateway(FaultyHttpServer good) {
    return Gateway.builder()
        .backend("good", BackendConfig.streamableHttp(good.url()))
        .registrationPolicy(guardedButForOneAddress())
        .health(
            health ->
                health
                    .interval(Duration.ofMillis(300))
                    // Refusals come at once; a neighbour that is slow must not count as hung.
                    .timeout(Duration.ofSeconds(5))
                    .failureThreshold(2)
                    .recoveryMultiplier(2)
                    .restartInitialBackoff(Duration.ofMillis(100))
                    .restartMaxBackoff(Duration.ofSeconds(1)))
        .build();
  }

  private static BackendStatus status(Gateway gateway) {
    return gateway.backends().stream()
        .filter(status -> status.name().equals("moving"))
        .findFirst()
        .orElseThrow();
  }

  private static void report(String key, Object value) {
    System.out.println(key + ": " + value);
  }

  private static String millis(long fromNanos) {
    return (System.nanoTime() - fromNanos) / 1_000_000 + " ms";
  }

  private static RegistrationPolicy guardedButForOneAddress() {
    RegistrationPolicy guarded = new GuardedRegistrationPolicy(GatewaySettings::defaults);
    return new RegistrationPolicy() {
      @Override
      public Optional<String> refusal(String name, BackendConfig config, Session session) {
        return Optional.empty();
      }

      @Override
      public boolean mayConnectTo(String host, InetSocketAddress address) {
        return address.getAddress().getHostAddress().equals(ALLOWED)
            || guarded.mayConnectTo(host, address);
      }
    };
  }

  private static void point(Path names, String address) throws IOException {
    Path next = names.resolveSibling("next");
    Files.writeString(next, "127.0.0.1 localhost\n" + address + " " + HOST + "\n");
    // A reader must not see half of it.
    Files.move(next, names, StandardCopyOption.ATOMIC_MOVE);
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

  private static String call(Gateway gateway, String tool, String text) {
    try {
      ToolCall call = ToolCall.of(tool, Map.of("text", text));
      return gateway.call(call.withTimeout(Duration.ofSeconds(5))).text();
    } catch (GatewayException e) {
      return "`" + e.getClass().getSimpleName() + "`: " + e.getMessage();
    }
  }
}
