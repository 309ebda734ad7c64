package io.gatemini.transport.http.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.springai.GatewayAutoConfiguration;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.ServletWebServerFactoryAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application of Spring Boot on Tomcat, with the endpoint mounted. */
class McpServletAutoConfigurationTest {
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    GatewayAutoConfiguration.class,
    McpServletAutoConfiguration.class,
    ServletWebServerFactoryAutoConfiguration.class
  })
  static class Application {}

  private static ConfigurableApplicationContext start(String... properties) {
    return new SpringApplicationBuilder(Application.class)
        .properties("server.port=0", "gatemini.enabled=true", "spring.main.banner-mode=off")
        .properties(properties)
        .run();
  }

  private static HttpResponse<String> initialize(ConfigurableApplicationContext application)
      throws Exception {
    String port = application.getEnvironment().getProperty("local.server.port");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/agents/mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(
                    BodyPublishers.ofString(
                        """
                        {"jsonrpc":"2.0","id":0,"method":"initialize","params":
                         {"protocolVersion":"2025-11-25","capabilities":{},
                          "clientInfo":{"name":"test","version":"1"}}}"""))
                .build(),
            BodyHandlers.ofString());
  }

  @Test
  void servesTheGatewayOfTheApplication() throws Exception {
    try (ConfigurableApplicationContext application = start("gatemini.http.path=/agents/mcp")) {
      HttpResponse<String> answer = initialize(application);

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("\"name\":\"gatemini\"");
      application.getBean(Gateway.class).close();
      assertThat(initialize(application).statusCode()).isEqualTo(503);
    }
  }

  @Test
  void readsTheOptionsOfTheGateway() throws Exception {
    try (ConfigurableApplicationContext application =
        start(
            "gatemini.http.path=/agents/mcp",
            "gatemini.settings.plugins.http.tokens.ann=a-secret")) {
      assertThat(initialize(application).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void mountsNothingWithoutThePath() throws Exception {
    try (ConfigurableApplicationContext application = start()) {
      assertThat(initialize(application).statusCode()).isEqualTo(404);
    }
  }
}
