package io.gatemini.internal.settings;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.GatewaySettings;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.process.Environment;
import io.gatemini.spi.SecretProvider;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Secrets of Bitwarden Secrets Manager: {@code secretref:bws:project/<name>/key/<key>}. All that
 * the token may see are asked for once, by the command line tool {@code bws}, when the first is
 * needed. Where {@code secrets.providers.bws} is not enabled, the last part of a reference is the
 * name of an environment variable. Thread-safe.
 */
final class BitwardenSecrets implements SecretProvider {
  static final String NAME = "bws";

  private static final String KEY = "secrets.providers.bws";

  private final Supplier<Optional<GatewaySettings.Bitwarden>> account;
  private final Environment environment;
  private final String program;
  private @Nullable Map<String, String> secrets;

  /**
   * @param account empty where it is not enabled
   * @param environment the variables to fall back on
   */
  BitwardenSecrets(Supplier<Optional<GatewaySettings.Bitwarden>> account, Environment environment) {
    this(account, environment, "bws");
  }

  BitwardenSecrets(
      Supplier<Optional<GatewaySettings.Bitwarden>> account,
      Environment environment,
      String program) {
    this.account = account;
    this.environment = environment;
    this.program = program;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> resolve(String reference) {
    Optional<GatewaySettings.Bitwarden> enabled = account.get();
    return enabled.isPresent()
        ? Optional.ofNullable(all(enabled.get()).get(reference))
        : Optional.ofNullable(environment.get(reference.substring(reference.lastIndexOf('/') + 1)));
  }

  /** One at a time: the others wait for what the first gets. */
  private synchronized Map<String, String> all(GatewaySettings.Bitwarden account) {
    Map<String, String> known = secrets;
    if (known == null) {
      known = new HashMap<>();
      Map<String, String> projects = new HashMap<>();
      ask(account, "project")
          .forEach(it -> projects.put(it.path("id").asText(), it.path("name").asText()));
      for (JsonNode secret : ask(account, "secret")) {
        String project = projects.getOrDefault(secret.path("projectId").asText(), "");
        known.put(
            "project/" + project + "/key/" + secret.path("key").asText(),
            secret.path("value").asText());
      }
      secrets = known;
    }
    return known;
  }

  /** The list of one kind. */
  private JsonNode ask(GatewaySettings.Bitwarden account, String kind) {
    Map<String, String> variables = new HashMap<>();
    Secrets others = Secrets.of(List.of(new EnvironmentSecrets(environment)));
    account
        .accessToken()
        .ifPresent(token -> variables.put("BWS_ACCESS_TOKEN", others.resolve(token)));
    account.organizationId().ifPresent(id -> variables.put("BWS_ORG_ID", id));
    List<String> command = List.of(program, kind, "list", "--output", "json");
    try {
      return JsonValues.parse(new SecretProgram(KEY, command, variables).output());
    } catch (IOException e) {
      throw new MissingValueException(KEY + ": \"bws " + kind + " list\" answered no JSON");
    }
  }
}
