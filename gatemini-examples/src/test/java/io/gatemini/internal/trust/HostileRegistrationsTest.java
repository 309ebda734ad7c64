package io.gatemini.internal.trust;

import io.gatemini.config.BackendConfig;
import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.internal.text.BackendNames;
import org.junit.jupiter.api.Test;

/** Names, commands and addresses that an agent may register. */
class HostileRegistrationsTest {
  @Test
  void readsRegistrationsInLinearTime() {
    // A message of the protocol bounds what an agent can send; no registration comes near this.
    LinearTime.of(
        100_000,
        text -> {
          BackendConfig config = BackendConfig.stdio("run", text, "-" + text, "a " + text);
          ConfiguredSecrets.of(config).hiddenIn(text);
          BackendNames.namespace("?" + text, config);
          BackendNames.isNamespace(text);
          AllowedHosts.normal(text);
          AllowedHosts.isOddNumber("1." + text);
        });
  }

  @Test
  void hidesSecretsInLinearTime() {
    ConfiguredSecrets secrets =
        ConfiguredSecrets.of(
            BackendConfig.stdio("run").env("API_KEY", "AAAA").env("TOKEN", "a/a/a/a/"));
    LinearTime.of(secrets::hiddenIn);
  }
}
