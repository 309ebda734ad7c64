package com.example.spring;

import io.gatemini.Gateway;
import io.gatemini.GatewayClosedException;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import io.gatemini.springai.CatalogToolCallbacks;
import io.gatemini.springai.GatewayBuilderCustomizer;
import io.gatemini.springai.GatewayToolCallbackProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallAdvisor;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** An application whose model calls tools of a gateway, at both depths, as answers and streams. */
@SpringBootApplication
public class Application {
  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"invoice": {"type": "string"}}, "required": ["invoice"]}""";

  @Bean
  GatewayBuilderCustomizer tools() {
    return builder ->
        builder
            .plugin(new GreeterProvider())
            .backend(
                "billing",
                BackendConfig.inProcess()
                    .tool(
                        "refund",
                        "Refund an invoice.",
                        SCHEMA,
                        ToolHandler.of(
                            (arguments, context) ->
                                "refunded "
                                    + arguments.path("invoice").asText()
                                    + " for "
                                    + context.session().id())));
  }

  /** Runs it; fails at the first thing that is not as expected. */
  public static void main(String[] args) {
    Gateway gateway;
    try (ConfigurableApplicationContext context = SpringApplication.run(Application.class, args)) {
      gateway = context.getBean(Gateway.class);
      expect(gateway.awaitReady(Duration.ofSeconds(30)), "ready: " + gateway.backends());

      BackendConfig greeter = gateway.backendConfig("greeter").orElseThrow();
      expect(greeter.description().equals("Hello"), "a placeholder: " + greeter);
      expect(greeter.tags().equals(List.of("one", "two")), "a list: " + greeter);
      expect(greeter.maxConcurrentCalls().orElseThrow() == 3, "a number: " + greeter);

      overSurface(context.getBean(GatewayToolCallbackProvider.class));
      overCatalog(gateway);
      Object health = context.getBean("gateminiHealthIndicator");
      System.err.println("health by " + health.getClass().getInterfaces()[0].getName());
      expect(health(context).startsWith("UP"), "health: " + health(context));
    }
    try {
      gateway.call("billing.refund", Map.of("invoice", "A-17"));
    } catch (GatewayClosedException e) {
      return;
    }
    throw new AssertionError("the gateway outlives its context");
  }

  private static void overSurface(GatewayToolCallbackProvider tools) {
    ScriptedModel model =
        new ScriptedModel(
            ScriptedModel.calls("search_tools", "{\"task_description\": \"refund an invoice\"}"),
            ScriptedModel.calls("tool_info", "{\"tool_name\": \"billing.refund\"}"),
            ScriptedModel.calls(
                "call_tool_chain",
                "{\"code\": {\"tool\": \"billing.refund\", \"arguments\": {\"invoice\": \"A-17\"}}}"),
            ScriptedModel.says("Done."));

    String answer =
        ChatClient.builder(model)
            .defaultToolCallbacks(tools)
            .defaultAdvisors(advisor(null))
            .build()
            .prompt("Refund A-17.")
            .call()
            .content();

    expect("Done.".equals(answer), "answer: " + answer);
    expect(model.answers().size() == 3, "answers: " + model.answers());
    expect(model.answers().get(0).contains("billing.refund"), "answers: " + model.answers());
    expect(model.answers().get(2).equals("refunded A-17 for desk"), "answers: " + model.answers());
  }

  private static void overCatalog(Gateway gateway) {
    CatalogToolCallbacks catalog = CatalogToolCallbacks.of(gateway);
    ScriptedModel model =
        new ScriptedModel(
            ScriptedModel.calls("billing__refund", "{\"invoice\": \"A-17\"}"),
            ScriptedModel.calls("billing__refund", "[]"),
            ScriptedModel.calls("billing__refunt", "{}"),
            ScriptedModel.calls("greeter__hello", "{}"),
            ScriptedModel.says("Done."));

    List<String> answer =
        ChatClient.builder(model)
            .defaultAdvisors(advisor(catalog))
            .build()
            .prompt("Refund A-17.")
            .toolCallbacks(catalog.matching("refund an invoice"))
            .toolContext(Map.of(GatewayToolCallbackProvider.CONVERSATION, "chat-7"))
            .stream()
            .content()
            .collectList()
            .block();

    expect(answer != null && answer.contains("Done."), "answer: " + answer);
    List<String> answers = model.answers();
    expect(answers.get(0).equals("refunded A-17 for chat-7"), "answers: " + answers);
    expect(answers.get(1).contains("must be one JSON object"), "answers: " + answers);
    expect(answers.get(2).contains("billing__refund"), "answers: " + answers);
    expect(answers.get(3).equals("hello"), "answers: " + answers);
  }

  private static ToolCallAdvisor advisor(CatalogToolCallbacks catalog) {
    DefaultToolCallingManager.Builder manager = ToolCallingManager.builder();
    if (catalog != null) {
      askAlways(manager.toolCallbackResolver(catalog));
    }
    return ToolCallAdvisor.builder().toolCallingManager(manager.build()).build();
  }

  /** Spring AI 2 asks a resolver only if configured; Spring AI 1 has no word for it. */
  private static void askAlways(DefaultToolCallingManager.Builder manager) {
    try {
      manager
          .getClass()
          .getMethod("resolutionFallbackEnabled", boolean.class)
          .invoke(manager, true);
    } catch (NoSuchMethodException e) {
      return;
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** The type of a health indicator is another one in each generation of Spring Boot. */
  private static String health(ConfigurableApplicationContext context) {
    Object indicator = context.getBean("gateminiHealthIndicator");
    try {
      return indicator.getClass().getInterfaces()[0].getMethod("health").invoke(indicator).toString();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  static void expect(boolean fact, String what) {
    if (!fact) {
      throw new AssertionError(what);
    }
  }
}
