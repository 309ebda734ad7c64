package io.gatemini.internal.backend;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.BackendStatus;
import io.gatemini.BackendUnavailableException;
import io.gatemini.Gateway;
import io.gatemini.GatewayTool;
import io.gatemini.RegistrationException;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.catalog.Tools;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.SecretProvider;
import io.gatemini.testing.Patience;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.TestTransport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole way of {@code register_manual}: surface, policy, start, catalog, audit log. */
class AgentRegistrationTest {
  private final TestTransport stdio = new TestTransport("stdio");
  private final TestTransport http = new TestTransport("streamable-http");
  private final List<String> audit = new CopyOnWriteArrayList<>();
  private final Logger auditLog = Logger.getLogger("io.gatemini.audit");
  private final Handler handler = new Recorder(audit);

  private static final class Recorder extends Handler {
    private final List<String> lines;

    Recorder(List<String> lines) {
      this.lines = lines;
    }

    @Override
    public void publish(LogRecord message) {
      lines.add(message.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private final SecretProvider vault =
      new SecretProvider() {
        @Override
        public String name() {
          return "vault";
        }

        @Override
        public Optional<String> resolve(String reference) {
          return switch (reference) {
            case "missing" -> Optional.empty();
            case "broken" -> throw new IllegalStateException("cannot decode s3cr3t");
            default -> Optional.of("s3cr3t");
          };
        }
      };

  private Gateway gateway = gateway(null);

  private Gateway gateway(@Nullable RegistrationPolicy policy) {
    var builder =
        TestGateway.builder()
            .plugin(stdio)
            .plugin(http)
            .plugin(vault)
            .backend("files", BackendConfig.inProcess().tool("read", "Read.", "{}", args -> "read"))
            .backend("my_files", BackendConfig.stdio("operators").fallbackChain("spare"))
            .backend("switched_off", BackendConfig.stdio("operators").disabled(true))
            .alias("pay", "billing.pay")
            .allowedCommands("npx -y @scope/pkg", "uvx")
            .allowedHosts("localhost:8080", "api.test")
            .allowedSecrets("vault:TOKEN", "vault:BOUND@api.test", "vault:missing", "vault:broken")
            .maxDynamicBackends(2);
    return (policy == null ? builder : builder.registrationPolicy(policy)).build();
  }

  @BeforeEach
  void listen() {
    auditLog.setUseParentHandlers(false);
    auditLog.addHandler(handler);
    stdio.backend("new").tools(BackendTool.of("work", "Does work.", Tools.ANY_OBJECT));
  }

  @AfterEach
  void close() {
    auditLog.removeHandler(handler);
    auditLog.setUseParentHandlers(true);
    gateway.close();
  }

  @Test
  void anAgentRegistersCallsAndRemoves() {
    assertThat(register("\"name\":\"new\",\"command\":\"uvx\",\"args\":[\"x\"],\"odd\":1"))
        .isEqualTo(
            "backend \"new\" is registered with 1 tool; search_tools finds them (ignored: odd)");
    assertThat(gateway.call("new.work", Map.of()).text()).isEqualTo("called work");
    assertThat(status("new").orElseThrow().dynamic()).isTrue();

    assertThat(deregister("new")).isEqualTo("backend \"new\" is removed, with its tools");

    assertThat(status("new")).isEmpty();
    assertThat(stdio.last("new").stopped).isDone();
    assertThat(deregister("new")).contains("backend \"new\" is not known", "search_tools");
  }

  @Test
  void nothingIsKeptOfABackendThatDoesNotStart() {
    stdio.backend("new").failToStart(new RegistrationException("no such program"));

    assertThat(register("\"name\":\"new\",\"command\":\"uvx\""))
        .isEqualTo("backend \"new\" could not be started: no such program");

    assertThat(status("new")).isEmpty();
    assertThat(gateway.backendConfig("new")).isEmpty();
    assertThat(stdio.last("new").stopped).isDone();
    assertThat(deregister("new")).contains("is not known");
    stdio.backend("new").start(Backend::done);
    assertThat(register("\"name\":\"new\",\"command\":\"uvx\"")).contains("is registered");
    assertThat(stdio.all("new")).hasSize(2);
  }

  @Test
  void nothingIsKeptOfABackendThatNobodyWaitsForAnyMore() {
    CompletableFuture<Void> starting = new CompletableFuture<>();
    stdio.backend("new").start(() -> starting);
    CompletableFuture<ToolResult> answer =
        call(
            "register_manual", "{\"manual_call_template\":{\"name\":\"new\",\"command\":\"uvx\"}}");
    await().until(() -> starting.getNumberOfDependents() > 0);

    answer.cancel(true);

    await().until(() -> status("new").isEmpty() && stdio.last("new").stopped.isDone());
    await().until(() -> !audit.isEmpty());
    assertThat(audit)
        .singleElement()
        .asString()
        .startsWith("registration failed")
        .contains("gave up");
    stdio.backend("new").start(Backend::done);
    assertThat(register("\"name\":\"new\",\"command\":\"uvx\"")).contains("is registered");
  }

  @Test
  void nothingBeginsWhenTheCallerGivesUpWhileThePolicyThinks() {
    AskedPolicy policy = new AskedPolicy();
    gateway.close();
    gateway = gateway(policy);
    CompletableFuture<BackendStatus> answer =
        gateway.registerAsync("new", BackendConfig.stdio("uvx"), Session.of("agent"));

    answer.cancel(true);
    policy.answer.complete(Optional.empty());

    await().until(() -> !audit.isEmpty());
    assertThat(audit.get(0)).startsWith("registration failed").contains("gave up");
    assertThat(stdio.all("new")).isEmpty();
  }

  @Test
  void aPolicyThatThinksHoldsNobodyUpAndOneThatFailsIsTold() {
    AskedPolicy policy = new AskedPolicy();
    gateway.close();
    gateway = gateway(policy);

    CompletableFuture<Void> removed = gateway.deregisterAsync("files", Session.of("agent"));
    assertThat(removed).isNotDone();
    policy.answer.completeExceptionally(new IllegalStateException("out of order"));

    assertThatThrownBy(removed::join).hasRootCauseMessage("out of order");
    assertThatThrownBy(
            gateway.registerAsync("new", BackendConfig.stdio("uvx"), Session.of("agent"))::join)
        .hasRootCauseMessage("out of order");
    assertThat(audit).hasSize(2).allMatch(line -> line.contains("the registration policy failed"));
  }

  /** One that waits for the test before it answers anything. */
  private static final class AskedPolicy implements RegistrationPolicy {
    final CompletableFuture<Optional<String>> answer = new CompletableFuture<>();

    @Override
    public Optional<String> refusal(String name, BackendConfig config, Session session) {
      return answer.join();
    }

    @Override
    public Optional<String> removalRefusal(String name, Session session) {
      return answer.join();
    }
  }

  @Test
  void whatTheOperatorOrTheHostBroughtCannotBeReplacedOrRemovedByAnAgent() {
    gateway.register("hosts", BackendConfig.stdio("anything"));

    for (String name : List.of("files", "hosts")) {
      assertThat(register("\"name\":\"" + name + "\",\"command\":\"uvx\""))
          .contains("there is a backend named \"" + name + "\" already");
      assertThat(deregister(name)).contains("was not added by register_manual and stays");
    }

    assertThat(status("files")).isPresent();
    assertThat(gateway.call("files.read", Map.of()).text()).isEqualTo("read");
    gateway.deregister("hosts");
    assertThat(status("hosts")).isEmpty();
  }

  @Test
  void aBackendCannotPassForAnotherOneInPrograms() {
    assertThat(register("\"name\":\"my-files\",\"command\":\"uvx\"")).contains("be written alike");
    assertThat(register("\"name\":\"spare\",\"command\":\"uvx\"")).contains("refers to a backend");
    assertThat(register("\"name\":\"switched_off\",\"command\":\"uvx\""))
        .contains("refers to a backend");
    assertThat(register("\"name\":\"billing\",\"command\":\"uvx\""))
        .contains("refers to a backend");
    stdio.backend("new").tools(BackendTool.of("my_files.read", "Mine.", Tools.ANY_OBJECT));
    assertThat(register("\"name\":\"new\",\"command\":\"uvx\"")).contains("is registered");

    assertThat(gateway.catalog().resolve("my_files.read")).isEmpty();
    assertThat(gateway.catalog().resolve("new.my_files.read")).isPresent();
  }

  @Test
  void theQuotaHoldsWhateverComesAtOnce() {
    List<CompletableFuture<BackendStatus>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(gateway.registerAsync("b" + i, BackendConfig.stdio("uvx"), Session.of("agent")));
    }

    long registered = all.stream().filter(one -> isRegistered(one)).count();

    assertThat(registered).isEqualTo(2);
    assertThat(register("\"name\":\"new\",\"command\":\"uvx\""))
        .contains("the limit of 2 registered backends is reached", "max_dynamic_backends");
  }

  @Test
  void oneOfSeveralOfANameWins() {
    List<CompletableFuture<BackendStatus>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(gateway.registerAsync("one", BackendConfig.stdio("uvx"), Session.of("agent")));
    }

    assertThat(all.stream().filter(one -> isRegistered(one)).count()).isEqualTo(1);
  }

  private static boolean isRegistered(CompletableFuture<BackendStatus> one) {
    try {
      one.get(60, TimeUnit.SECONDS);
      return true;
    } catch (Exception e) {
      return false;
    }
  }

  @Test
  void aSecretIsPutInForTheBackendAloneAndShownToNobody() {
    register(
        "\"name\":\"new\",\"command\":\"uvx\",\"env\":{\"API_KEY\":\"secretref:vault:TOKEN\"}");

    BackendConfig started = stdio.last("new").context.config();
    assertThat(started.env()).containsEntry("API_KEY", "s3cr3t");
    assertThat(gateway.backendConfig("new").orElseThrow().env())
        .containsEntry("API_KEY", "secretref:vault:TOKEN");
    assertThat(surface("get_required_keys_for_tool", "{\"tool_name\":\"new.work\"}"))
        .isEqualTo("{\"keys\":[\"API_KEY\"],\"set\":[\"API_KEY\"]}");
    assertThat(audit).hasSize(1).noneMatch(line -> line.contains("s3cr3t"));
  }

  @Test
  void aSecretGoesOnlyWhereTheOperatorLetsIt() throws Exception {
    String header = ",\"headers\":{\"Authorization\":\"Bearer secretref:vault:BOUND\"}";
    assertThat(register("\"name\":\"a\",\"url\":\"http://localhost:8080/mcp\"" + header))
        .contains("the secret \"vault:BOUND\" may not be given", "allowed_secrets");
    assertThat(
            register(
                "\"name\":\"a\",\"command\":\"uvx\",\"env\":{\"A\":\"secretref:vault:OTHER\"}"))
        .contains("the secret \"vault:OTHER\" may not be given");
    assertThat(
            register(
                "\"name\":\"a\",\"command\":\"uvx\",\"env\":{\"A\":\"secretref:vault:missing\"}"))
        .contains("could not be started: env.A: the secret provider \"vault\" has no secret");
    assertThat(register("\"name\":\"a\",\"url\":\"https://api.test/mcp\"" + header))
        .contains("is registered");

    var context = http.all().get(http.all().size() - 1).context;
    InetSocketAddress somewhere = new InetSocketAddress(InetAddress.getByName("1.1.1.1"), 443);
    assertThat(context.config().headers()).containsEntry("Authorization", "Bearer s3cr3t");
    assertThat(context.mayConnectTo("API.test.", somewhere)).isTrue();
    assertThat(context.mayConnectTo("elsewhere.example", somewhere)).isFalse();
  }

  @Test
  void aSecretThatAServerOrAProgramRepeatsIsNotTold() {
    List<String> logged = new CopyOnWriteArrayList<>();
    Handler logs = new Recorder(logged);
    Logger.getLogger("io.gatemini").addHandler(logs);
    stdio
        .backend("new")
        .failToStart(
            new BackendUnavailableException("exited; last words: bad key s3cr3t!\u001b[31m\nok"));

    String told =
        register("\"name\":\"new\",\"command\":\"uvx\",\"env\":{\"K\":\"secretref:vault:TOKEN\"}");
    Logger.getLogger("io.gatemini").removeHandler(logs);

    assertThat(told).contains("could not be started", "bad key ***!").doesNotContain("s3cr3t");
    assertThat(audit).isNotEmpty().noneMatch(line -> line.contains("s3cr3t"));
    assertThat(logged)
        .anyMatch(line -> line.contains("is down: ") && line.contains("bad key ***! ok"))
        .noneMatch(line -> line.contains("s3cr3t"))
        .noneMatch(line -> line.contains("\u001b") || line.contains("\n"));
  }

  @Test
  void aSecretProviderThatFailsDoesNotTellWhatItRead() {
    assertThat(
            register(
                "\"name\":\"a\",\"command\":\"uvx\",\"env\":{\"A\":\"secretref:vault:broken\"}"))
        .contains("env.A: the secret provider \"vault\" failed (IllegalStateException)")
        .doesNotContain("s3cr3t");
  }

  @Test
  void everyConnectionOfWhatAnAgentRegisteredIsAskedFor() throws Exception {
    register("\"name\":\"a\",\"url\":\"http://localhost:8080/mcp\"");
    gateway.register("hosts", BackendConfig.streamableHttp("http://10.0.0.1/"));

    InetSocketAddress inside = new InetSocketAddress(InetAddress.getByName("10.0.0.1"), 8080);
    assertThat(http.all().get(0).context.mayConnectTo("localhost", inside)).isTrue();
    assertThat(http.all().get(0).context.mayConnectTo("rebound.example", inside)).isFalse();
    assertThat(http.all().get(1).context.mayConnectTo("rebound.example", inside)).isTrue();
  }

  @Test
  void theAuditLogCannotBeForgedAndHoldsNoSecret() {
    register(
        "\"name\":\"new\",\"command\":\"npx\",\"args\":[\"-y\",\"@scope/pkg\",\"--token=T0k\"]");
    register(
        "\"name\":\"a\",\"command\":\"evil\\nregistered: backend=\\\"files\\\"\\u202e\\u001b[2J\"");
    register("\"name\":\"b\",\"url\":\"https://u:T0k@1.1.1.1/mcp?key=T0k\"");
    register("\"name\":\"c\",\"url\":\"http://localhost:8080/mcp?key=T0k\"");
    deregister("new");
    deregister("files");

    assertThat(audit).hasSize(6).noneMatch(line -> line.contains("T0k"));
    assertThat(audit)
        .noneMatch(line -> line.chars().anyMatch(c -> c < ' ' || c == 0x202e || c == 0x1b));
    assertThat(audit.get(0))
        .isEqualTo(
            "registered: backend=\"new\", session=\"agent\", client=\"claude\","
                + " transport=\"stdio\", command=\"npx -y @scope/pkg (and 1 more arguments)\","
                + " tools=1");
    assertThat(audit.get(1))
        .startsWith("registration refused: backend=\"a\"")
        .contains("command=\"evil registered: backend=\\\"files\\\"\"");
    assertThat(audit.get(2)).contains("url=\"https://1.1.1.1/mcp\"", "refused");
    assertThat(audit.get(3)).contains("url=\"http://localhost:8080/mcp\"", "registered");
    assertThat(audit.get(4)).startsWith("deregistered: backend=\"new\"");
    assertThat(audit.get(5)).startsWith("deregistration refused: backend=\"files\"");
  }

  @Test
  void whereItIsSwitchedOffNothingComesOrGoes() {
    gateway.close();
    gateway = gateway(RegistrationPolicy.off());

    assertThatThrownBy(
            () ->
                gateway
                    .registerAsync("new", BackendConfig.stdio("uvx"), Session.of("agent"))
                    .get(60, TimeUnit.SECONDS))
        .hasMessageContaining("registration.policy");
    assertThrown(
        ExecutionException.class,
        () -> gateway.deregisterAsync("files", Session.of("agent")).get(60, TimeUnit.SECONDS));
  }

  @Test
  void whereItIsSwitchedOffItsToolsAreNotOffered() {
    Session session = Session.of("agent");
    assertThat(gateway.agentTools(session))
        .extracting(GatewayTool::name)
        .contains("register_manual", "deregister_manual");
    assertThat(gateway.agentTools(session, Set.of("register_manual", "no_tool")))
        .extracting(GatewayTool::name)
        .hasSize(6)
        .doesNotContain("register_manual");
    gateway.close();

    gateway = gateway(RegistrationPolicy.off());

    assertThat(gateway.agentTools(session))
        .extracting(GatewayTool::name)
        .hasSize(5)
        .doesNotContain("register_manual", "deregister_manual");
    assertThat(gateway.instructions()).contains("The five tools here");
    assertThat(gateway.readResource("gatemini://overview").toString())
        .doesNotContain("register_manual");
    assertThat(register("\"name\":\"new\",\"command\":\"uvx\"")).contains("no such tool");
  }

  @Test
  void whereItIsOpenEverythingGoesWithEverySecret() {
    gateway.close();
    gateway = gateway(RegistrationPolicy.open());

    assertThat(
            register(
                "\"name\":\"new\",\"command\":\"rm\",\"env\":{\"PATH\":\"secretref:vault:ANY\"}"))
        .contains("is registered");
    assertThat(stdio.last("new").context.config().env()).containsEntry("PATH", "s3cr3t");
  }

  @Test
  void aNameThatIsNoneIsRefusedInJavaToo() {
    assertThatThrownBy(
            () ->
                gateway
                    .registerAsync("a.b", BackendConfig.stdio("uvx"), Session.of("agent"))
                    .get(60, TimeUnit.SECONDS))
        .hasRootCauseMessage(
            "the name of a backend that an agent registers must be 1 to 64 letters, digits, '-' and"
                + " '_', beginning with a letter or digit: others could look like another"
                + " backend's");
  }

  private Optional<BackendStatus> status(String name) {
    return gateway.backends().stream().filter(one -> one.name().equals(name)).findFirst();
  }

  private String register(String fields) {
    return surface("register_manual", "{\"manual_call_template\":{" + fields + "}}");
  }

  private String deregister(String name) {
    return surface("deregister_manual", "{\"manual_name\":\"" + name + "\"}");
  }

  private String surface(String tool, String arguments) {
    return Patience.join(call(tool, arguments)).text();
  }

  private CompletableFuture<ToolResult> call(String tool, String arguments) {
    return TestGateway.asked(
        gateway, Session.of("agent").withClient("claude", "1"), tool, arguments);
  }
}
