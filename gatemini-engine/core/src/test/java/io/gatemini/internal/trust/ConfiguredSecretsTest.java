package io.gatemini.internal.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.BackendConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Secrets are hidden and messages stay readable. */
class ConfiguredSecretsTest {
  private static String told(BackendConfig config, String text) {
    return ConfiguredSecrets.of(config).hiddenIn(text);
  }

  @ParameterizedTest
  @CsvSource({
    "AUTH_ENABLED, true, it is true that the port is in use",
    "KEYSTORE_TYPE, none, none of the servers answers",
    "SESSION_BACKEND, memory, out of memory",
    "MAX_TOKENS, 4096, more than 4096 tokens at 10.0.0.1:4096",
    "AUTH_HOST, localhost, connection to localhost:5432 refused",
    "AUTH_MODE, bearer, a bearer token is missing",
    "PASS_TIMEOUT, 30s, no answer within 30s",
    "PYTHONIOENCODING, utf-8, the file is not utf-8",
    "NODE_ENV, production, it does not run in production",
    "API_KEY, cat, the category is unknown",
    "DB_PASSWORD, port, the transport is broken",
    "API_BASE, http://localhost:8080/v1, http://localhost:8080/v1 does not answer"
  })
  void whatStandsInAnyMessageStaysReadable(String name, String value, String message) {
    assertThat(told(BackendConfig.stdio("it").env(name, value), message)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource({
    "API_KEY, s3cr3t, no 's3cr3t'!, no '***'!",
    "APIKEY, s3cr3t, key=s3cr3t&x=1, key=***&x=1",
    "DB_PASSWORD, hunter2, hunter2 hunter22 hunter2, *** hunter22 ***",
    "SOME_VALUE, 0123456789ab, x0123456789aby, x***y",
    "DATABASE_URL, postgres://joe:pw-of-joe@db/app, login of joe with pw-of-joe, login of joe with"
        + " ***",
    "API_KEY, a b+c/d, GET /?k=a+b%2Bc%2Fd, GET /?k=***"
  })
  void secretsOfVariablesAreHidden(String name, String value, String message, String expected) {
    assertThat(told(BackendConfig.stdio("it").env(name, value), message)).isEqualTo(expected);
  }

  @Test
  void secretsOfTheCommandLineAreHidden() {
    BackendConfig config =
        BackendConfig.stdio(
            "npx",
            "-y",
            "some-server",
            "--api-key=first-one",
            "--token",
            "second-one",
            "--header",
            "Authorization: Bearer third-one",
            "--port",
            "8080",
            "https://joe:fourth-one@host.test/mcp");

    assertThat(
            told(
                config,
                "some-server --api-key=first-one, second-one, third-one and fourth-one on 8080"))
        .isEqualTo("some-server --api-key=***, ***, *** and *** on 8080");
  }

  @Test
  void secretsOfAnAddressAndItsHeadersAreHiddenOneByOne() {
    BackendConfig config =
        BackendConfig.of("http")
            .url("https://host.test/hooks/0a1b2c3d4e5f6a7b8c9d0e/mcp?api_key=abc%2Bdef&mode=full")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("Cookie", "sid=of-the-session; theme=dark-one")
            .header("Authorization", "Basic am9lOnB3LW9mLWpvZQ==");

    assertThat(
            told(
                config,
                "full: abc+def (abc%2Bdef) at /hooks/0a1b2c3d4e5f6a7b8c9d0e/mcp, of-the-session,"
                    + " pw-of-joe, not application/json but text/event-stream"))
        .isEqualTo(
            "full: *** (***) at /hooks/***/mcp, ***, ***, not application/json but"
                + " text/event-stream");
  }
}
