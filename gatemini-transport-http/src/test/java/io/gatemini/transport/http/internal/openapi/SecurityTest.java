package io.gatemini.transport.http.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.SecretProvider;
import io.gatemini.testing.Table;
import io.gatemini.testing.TestHttpServer;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of security schemes, headers, tokens: where they go, and where not. */
class SecurityTest {
  private static final String SCHEMES =
      """
      security: [{both: [], header: []}, {bearer: []}, {basic: []}, {header: []}, {query: []},
        {cookie: []}, {oauth: [read]}]
      components:
        securitySchemes:
          header: {type: apiKey, in: header, name: X-Key}
          both: {type: apiKey, in: header, name: X-Both}
          query: {type: apiKey, in: query, name: key}
          cookie: {type: apiKey, in: cookie, name: sid}
          bearer: {type: http, scheme: bearer}
          basic: {type: http, scheme: Basic}
          oauth: {type: oauth2, flows: {}}
      """;
  private static final String DOCUMENT =
      Api.paths(
              """
              /a:
                get:
                  operationId: a
                  parameters:
                    - {name: key, in: query, schema: {type: string}}
                    - {name: X-Fixed, in: header, schema: {type: string}}
              /open: {get: {operationId: open, security: []}}
              """)
          + SCHEMES;

  @TempDir static Path directory;

  @Table(
      """
      header | k 1 | x-key | k 1
      bearer | t | authorization | Bearer t
      basic | user:pass | authorization | Basic dXNlcjpwYXNz
      cookie | c | cookie | sid=c
      oauth | t | authorization | Bearer t
      """)
  void sendsASecretWhereItsSchemeSays(String scheme, String secret, String header, String value)
      throws Exception {
    try (Api api = api(Map.of(scheme, secret))) {
      assertThat(api.request("a", Map.of()).header(header)).contains(value);
      assertThat(api.request("open", Map.of()).header(header)).isEmpty();
    }
  }

  @Test
  void sendsAKeyInTheQueryAndDoesNotAskForIt() throws Exception {
    try (Api api = api(Map.of("query", "a&b"))) {
      assertThat(api.tool("a").inputSchema().path("properties").has("key")).isFalse();
      assertThat(api.request("a", Map.of("key", "other")).path()).isEqualTo("/a?key=a%26b");
    }
  }

  @Test
  void sendsAllOfASet() throws Exception {
    try (Api api = api(Map.of("header", "1", "both", "2"))) {
      TestHttpServer.Received request = api.request("a", Map.of());

      assertThat(request.header("X-Key")).contains("1");
      assertThat(request.header("X-Both")).contains("2");
    }
  }

  @Test
  void takesHeadersOfTheConfigurationBeforeAllOthers() throws Exception {
    try (Api api =
        new Api(
                directory,
                DOCUMENT,
                c ->
                    c.header("X-Fixed", "f")
                        .header("Authorization", "Token x")
                        .header("Accept", "application/vnd.a+json")
                        .option("auth", Map.of("bearer", "t")))
            .started()) {
      assertThat(api.tool("a").inputSchema().path("properties").has("X-Fixed")).isFalse();

      TestHttpServer.Received request = api.request("a", Map.of("X-Fixed", "other"));

      assertThat(request.header("X-Fixed")).contains("f");
      assertThat(request.header("Authorization")).contains("Token x");
      assertThat(request.header("Accept")).contains("application/vnd.a+json");
    }
  }

  @Test
  void saysWhichSecretIsMissing() throws Exception {
    try (Api api = api(Map.of())) {
      api.server.handle((request, answer) -> answer.empty("401 Unauthorized"));

      assertThat(api.call("a", Map.of()).text())
          .endsWith(
              " answered 401 Unauthorized; set the secret of the security scheme \"both\" under"
                  + " auth");
    }
  }

  @Test
  void rejectsTheSecretOfNoScheme() {
    assertThatThrownBy(() -> api(Map.of("bearr", "s3cret")))
        .hasMessage(
            "auth: \"bearr\" is not a security scheme of the OpenAPI document; it has header, both,"
                + " query, cookie, bearer, basic, oauth");
  }

  @Test
  void getsTokensByOAuth() throws Exception {
    try (Api api =
        new Api(
            directory,
            DOCUMENT,
            c ->
                c.option(
                    "oauth",
                    Map.of(
                        "token_url", c.options().path("base_url").asText() + "/token",
                        "client_id", "me",
                        "client_secret", "s3cret")))) {
      api.server.handle(
          (request, answer) -> {
            if (request.path().equals("/token")) {
              answer.json("{\"access_token\":\"t" + api.server.received("POST").size() + "\"}");
            } else if (request.header("Authorization").equals(Optional.of("Bearer t2"))) {
              answer.json("{\"ok\":true}");
            } else {
              answer.empty("401 Unauthorized");
            }
          });
      api.started();

      assertThat(api.call("a", Map.of()).text()).isEqualTo("{\"ok\":true}");

      api.server.handle((request, answer) -> answer.empty("403 Forbidden"));
      assertThat(api.call("a", Map.of()).text()).endsWith(" answered 403 Forbidden");
    }
  }

  @Test
  void resolvesSecretsAndReadsHeadersAgainAfterA401() throws Exception {
    String[] stored = {"one"};
    SecretProvider secrets =
        new SecretProvider() {
          @Override
          public String name() {
            return "vault";
          }

          @Override
          public Optional<String> resolve(String reference) {
            return Optional.of(reference.equals("changing") ? stored[0] : "s-" + reference);
          }
        };
    try (Api api = api(Map.of());
        Gateway gateway =
            Gateway.builder()
                .plugin(secrets)
                .backend(
                    "pets",
                    BackendConfig.of("openapi")
                        .option("document", directory.resolve("api.yaml").toString())
                        .option("base_url", api.url())
                        .option("auth", Map.of("header", "secretref:vault:key"))
                        .header("X-Changing", "secretref:vault:changing"))
                .build()) {
      assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();
      api.server.handle(
          (request, answer) -> {
            if (request.header("X-Changing").equals(Optional.of("two"))) {
              answer.json("{\"key\":\"" + request.header("X-Key").orElse("") + "\"}");
            } else {
              answer.empty("401 Unauthorized");
            }
          });
      stored[0] = "two";

      assertThat(gateway.call("pets.a", Map.of()).text()).isEqualTo("{\"key\":\"s-key\"}");
    }
  }

  @Test
  void isConfiguredInAFileBesideItsDocument() throws Exception {
    try (Api api = api(Map.of())) {
      Path config =
          Files.writeString(
              directory.resolve("gatemini.yaml"),
              """
              backends:
                pets:
                  document: api.yaml
                  base_url: %s
                  exclude: [open]
                  auth: {bearer: "secretref:env:PATH"}
              """
                  .formatted(api.url()));
      try (Gateway gateway = Gateway.fromConfig(config)) {
        assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

        gateway.call("pets.a", Map.of());

        assertThat(gateway.catalog().tools()).hasSize(1);
        assertThat(api.server.received().get(0).header("Authorization"))
            .contains("Bearer " + System.getenv("PATH"));
      }
    }
  }

  /** An address of a document counts no more than one of a configuration. */
  @Test
  void connectsOnlyWhereTheContextAllows() throws Exception {
    try (Api api = new Api(directory, DOCUMENT)) {
      BackendContext guarded =
          (BackendContext)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {BackendContext.class},
                  (proxy, method, arguments) ->
                      method.getName().equals("mayConnectTo")
                          ? false
                          : method.invoke(api.context, arguments));
      Backend backend = Api.provider().create(guarded);
      Api.get(backend.start().toCompletableFuture());

      assertThatThrownBy(
              () ->
                  Api.get(
                      backend
                          .call(new BackendCall("a", RawJson.emptyObject(), CallContext.local()))
                          .toCompletableFuture()))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("its address is not allowed");
      assertThat(api.server.received()).isEmpty();
      Api.get(backend.stop().toCompletableFuture());
    }
  }

  private static Api api(Map<String, String> auth) throws Exception {
    Api api = new Api(directory, DOCUMENT, c -> c.option("auth", auth));
    try {
      return api.started();
    } catch (Exception e) {
      api.close();
      throw e;
    }
  }
}
