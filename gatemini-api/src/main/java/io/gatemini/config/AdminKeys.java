package io.gatemini.config;

import io.gatemini.internal.text.AddressRange;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Checks a value of the section {@code admin}. */
final class AdminKeys {
  private static final Pattern LISTEN = Pattern.compile("(\\[[^\\]]+\\]|[^:\\s/]+):(\\d{1,5})");
  private static final int MAX_PORT = 65_535;

  private AdminKeys() {}

  static Optional<String> faultOfAddress(String listen) {
    var parts = LISTEN.matcher(listen);
    return parts.matches() && Integer.parseInt(parts.group(2)) <= MAX_PORT
        ? Optional.empty()
        : Optional.of("must be host:port, for example 127.0.0.1:19999, not \"" + listen + "\"");
  }

  static Optional<String> faultOfRanges(List<String> ranges) {
    return ranges.stream()
        .filter(range -> AddressRange.of(range).isEmpty())
        .findFirst()
        .map(
            range ->
                "must be ranges of addresses, for example 10.0.0.0/8 or ::1/128; \""
                    + range
                    + "\" is none");
  }
}
