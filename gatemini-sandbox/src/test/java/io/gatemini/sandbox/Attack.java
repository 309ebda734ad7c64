package io.gatemini.sandbox;

import io.gatemini.config.SandboxConfig;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A program that means harm.
 *
 * @param name what it tries
 * @param endings how it may end
 * @param stoppable whether its thread is free soon after its end
 * @param code the program
 */
record Attack(String name, Set<Status> endings, boolean stoppable, String code) {
  static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final long BUDGET = 128L << 20;

  private static final Pattern REPEATED = Pattern.compile("<<(.*?)\\*(\\d+)>>");

  /** Those of the table. */
  static List<Attack> all() {
    try (InputStream in = Attack.class.getResourceAsStream("attacks.txt")) {
      if (in == null) {
        throw new IllegalStateException("attacks.txt is not there");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(Attack::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Attack of(String line) {
    String[] parts = line.split(" \\| ", 3);
    boolean stoppable = !parts[1].endsWith(" unstoppable");
    String names = parts[1].replace(" unstoppable", "");
    Set<Status> endings =
        Arrays.stream(names.split(",")).map(Status::valueOf).collect(Collectors.toSet());
    return new Attack(parts[0], endings, stoppable, expanded(parts[2]));
  }

  private static String expanded(String code) {
    Matcher matcher = REPEATED.matcher(code);
    StringBuilder text = new StringBuilder();
    while (matcher.find()) {
      String repeated = matcher.group(1).replace("@NL@", "\n");
      matcher.appendReplacement(text, "");
      text.append(repeated.repeat(Integer.parseInt(matcher.group(2))));
    }
    return matcher.appendTail(text).toString();
  }

  /** One that may end at its deadline gets a near one. */
  Duration timeout() {
    return endings.contains(Status.TIMEOUT) ? SHORT : LONG;
  }

  /** The budget of each, within its time. */
  static Limits limits(Duration timeout) {
    return Limits.of(SandboxConfig.defaults().maxAllocatedBytes(BUDGET), timeout);
  }

  @Override
  public String toString() {
    return name;
  }
}
