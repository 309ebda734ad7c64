package io.gatemini.springai;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.testing.TestGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ProtocolResolver;

class GatewayAutoConfigurationTest {
  /** Boot 4 brings the types of health without their dependencies. */
  private static final String BOOT_4 = "org.springframework.boot.health.contributor";

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withClassLoader(new FilteredClassLoader(BOOT_4))
          .withConfiguration(
              AutoConfigurations.of(
                  GatewayAutoConfiguration.class,
                  GatewayToolCallbackAutoConfiguration.class,
                  GatewayHealthAutoConfiguration.class));

  private final ApplicationContextRunner withClock =
      application.withBean(
          GatewayBuilderCustomizer.class, () -> builder -> builder.backend("clock", clock()));

  @Test
  void hasNoGatewayWhereNobodyAsksForOne() {
    application.run(
        context ->
            assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(Gateway.class)
                .doesNotHaveBean(ToolCallbackProvider.class)
                .doesNotHaveBean(HealthIndicator.class));
  }

  @Test
  void hasNoGatewayWhereItIsOff() {
    withClock
        .withPropertyValues("gatemini.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(Gateway.class));
  }

  @Test
  void takesTheGatewayOfTheApplication() {
    application
        .withBean("own", Gateway.class, () -> TestGateway.builder().build())
        .withPropertyValues("gatemini.enabled=true")
        .run(
            context -> {
              assertThat(context).hasSingleBean(Gateway.class).hasBean("own");
              assertThat(context).hasSingleBean(GatewayToolCallbackProvider.class);
            });
  }

  @Test
  void givesTheToolsOfTheSurface() {
    withClock.run(
        context ->
            assertThat(context.getBean(GatewayToolCallbackProvider.class).getToolCallbacks())
                .extracting(tool -> tool.getToolDefinition().name())
                .contains("search_tools", "call_tool_chain"));
  }

  @Test
  void givesNoToolsWhereTheyAreOff() {
    withClock
        .withPropertyValues("gatemini.agent-tools=false")
        .run(context -> assertThat(context).doesNotHaveBean(ToolCallbackProvider.class));
  }

  @Test
  void leavesOutToolsThatTheModelIsNotToHave() {
    withClock
        .withPropertyValues("gatemini.without-tools=register_manual,deregister_manual")
        .run(
            context ->
                assertThat(context.getBean(ToolCallbackProvider.class).getToolCallbacks())
                    .extracting(tool -> tool.getToolDefinition().name())
                    .contains("search_tools", "call_tool_chain")
                    .doesNotContain("register_manual", "deregister_manual"));
  }

  @Test
  void worksWithoutSpringAi() {
    withClock
        .withClassLoader(new FilteredClassLoader("org.springframework.ai", BOOT_4))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Gateway.class));
  }

  @Test
  void worksWithoutActuator() {
    withClock
        .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate", BOOT_4))
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Gateway.class));
  }

  @Test
  void readsBackendsFromProperties() {
    withTransport()
        .withPropertyValues(
            "gatemini.backends.files.transport=recorded",
            "gatemini.backends.files.max_concurrent_calls=3",
            "gatemini.backends.files.timeout=7s",
            "gatemini.backends.files.tags[0]=one",
            "gatemini.backends.files.tags[1]=two",
            "gatemini.backends.files.description=Files",
            "gatemini.settings.max_output_bytes=5000")
        .run(
            context -> {
              BackendConfig files = files(context);
              assertThat(files.maxConcurrentCalls()).hasValue(3);
              assertThat(files.timeout()).isEqualTo(Duration.ofSeconds(7));
              assertThat(files.tags()).containsExactly("one", "two");
            });
  }

  @Test
  void putsInWhatTheApplicationHasForAPlaceholder() {
    withTransport()
        .withPropertyValues(
            "secret.of.mine=s3cret",
            "gatemini.backends.files.transport=recorded",
            "gatemini.backends.files.description=${secret.of.mine}")
        .run(context -> assertThat(files(context).description()).contains("s3cret"));
  }

  @Test
  void namesThePropertyThatIsWrong() {
    withTransport()
        .withPropertyValues(
            "gatemini.backends.files.transport=recorded", "gatemini.backends.files.timeot=7s")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("backends.files.timeot")
                    .hasMessageContaining("timeout"));
  }

  @Test
  void readsAFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("gatemini.yaml");
    Files.writeString(file, "backends: {files: {transport: recorded}}");

    withTransport()
        .withPropertyValues("gatemini.config=" + file.toUri())
        .run(context -> assertThat(files(context).transport()).isEqualTo("recorded"));
  }

  @Test
  void readsAResourceThatIsNoFile() {
    ProtocolResolver resolver =
        (location, loader) ->
            location.startsWith("memory:")
                ? new ByteArrayResource(
                    "backends: {files: {transport: recorded}}".getBytes(StandardCharsets.UTF_8))
                : null;

    withTransport()
        .withInitializer(context -> context.addProtocolResolver(resolver))
        .withPropertyValues("gatemini.config=memory:it")
        .run(context -> assertThat(files(context).transport()).isEqualTo("recorded"));
  }

  @Test
  void saysWhichConfigurationIsNotThere() {
    application
        .withPropertyValues("gatemini.config=classpath:no-such.yaml")
        .run(
            context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("no-such.yaml"));
  }

  @Test
  void closesTheGatewayWithTheContext() {
    Gateway[] gateway = new Gateway[1];

    withClock.run(context -> gateway[0] = context.getBean(Gateway.class));

    assertThrown(GatewayClosedException.class, () -> gateway[0].call("clock.now", Map.of()));
  }

  @Test
  void isUpWhileABackendTakesCalls() {
    withClock.run(
        context -> {
          Gateway gateway = TestGateway.ready(context.getBean(Gateway.class));

          Health health = context.getBean(HealthIndicator.class).health();

          assertThat(health.getStatus().getCode()).isEqualTo("UP");
          assertThat(health.getDetails()).containsEntry("clock", "Healthy");
        });
  }

  @Test
  void isDownWhileNoBackendTakesCalls() {
    withTransport()
        .withPropertyValues("gatemini.backends.files.transport=recorded")
        .run(
            context -> {
              assertThat(context.getBean(Gateway.class).awaitReady(Duration.ofSeconds(60)))
                  .isTrue();

              Health health = context.getBean(HealthIndicator.class).health();

              assertThat(health.getStatus().getCode()).isEqualTo("DOWN");
              assertThat(health.getDetails().get("files"))
                  .asString()
                  .contains("there is nothing behind it");
            });
  }

  @Test
  void isOfTheTypeThatBoot4Has() {
    GatewayHealthAutoConfiguration.OfBoot4 boot4 = new GatewayHealthAutoConfiguration.OfBoot4();
    try (Gateway gateway = TestGateway.builder().build()) {
      assertThat(boot4.gateminiHealthIndicator(gateway).health())
          .isEqualTo(org.springframework.boot.health.contributor.Health.up().build());
    }
  }

  @Test
  void takesTheSessionOfTheProperties() {
    application
        .withBean(
            GatewayBuilderCustomizer.class,
            () ->
                builder ->
                    builder.backend(
                        "clock",
                        BackendConfig.inProcess()
                            .tool(
                                "caller",
                                "Tell who calls.",
                                "{}",
                                ToolHandler.of((args, context) -> context.session().id()))))
        .withPropertyValues("gatemini.session=desk")
        .run(
            context -> {
              assertThat(context.getBean(Gateway.class).awaitReady(Duration.ofSeconds(60)))
                  .isTrue();
              ToolCallback chain =
                  Arrays.stream(
                          context.getBean(GatewayToolCallbackProvider.class).getToolCallbacks())
                      .filter(tool -> tool.getToolDefinition().name().equals("call_tool_chain"))
                      .findFirst()
                      .orElseThrow();

              assertThat(chain.call("{\"code\": {\"tool\": \"clock.caller\"}}")).isEqualTo("desk");
            });
  }

  private static BackendConfig files(ApplicationContext context) {
    return context.getBean(Gateway.class).backendConfig("files").orElseThrow();
  }

  private ApplicationContextRunner withTransport() {
    return application.withBean(
        GatewayBuilderCustomizer.class, () -> builder -> builder.plugin(new RecordedProvider()));
  }

  private static BackendConfig clock() {
    return BackendConfig.inProcess().tool("now", "Tell the time.", "{}", args -> "noon");
  }

  /** A transport that configurations can name, which never starts. */
  private static final class RecordedProvider implements BackendProvider {
    @Override
    public String name() {
      return "recorded";
    }

    @Override
    public Backend create(BackendContext context) {
      throw new ConfigException("there is nothing behind it");
    }
  }
}
