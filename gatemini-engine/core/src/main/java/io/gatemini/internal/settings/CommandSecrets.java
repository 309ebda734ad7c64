package io.gatemini.internal.settings;

import io.gatemini.spi.SecretProvider;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Secrets that programs print: {@code secretref:command:<name>}, where {@code
 * secrets.providers.command} has the argument vector of that name. No other program is run. Asked
 * anew at each start of a backend. Thread-safe.
 */
final class CommandSecrets implements SecretProvider {
  static final String NAME = "command";

  private final Supplier<Map<String, List<String>>> commands;

  CommandSecrets(Supplier<Map<String, List<String>>> commands) {
    this.commands = commands;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The program's output without the line end; empty if there is none. */
  @Override
  public Optional<String> resolve(String reference) {
    List<String> command = commands.get().get(reference);
    if (command == null) {
      return Optional.empty();
    }
    String key = "secrets.providers.command." + reference;
    byte[] output = new SecretProgram(key, command, Map.of()).output();
    return Optional.of(new String(output, StandardCharsets.UTF_8).stripTrailing())
        .filter(text -> !text.isEmpty());
  }
}
