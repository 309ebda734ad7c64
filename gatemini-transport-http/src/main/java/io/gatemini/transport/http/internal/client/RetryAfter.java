package io.gatemini.transport.http.internal.client;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpFields;

/** When a server wants to be asked again: RFC 9110, section 10.2.3. */
public final class RetryAfter {
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private RetryAfter() {}

  /**
   * Reads the header, in seconds or as a date.
   *
   * @param nowMillis now, for a date where the answer does not bear its own; a clock that is wrong
   *     at one end then does not matter
   */
  public static Optional<Duration> in(HttpFields headers, long nowMillis) {
    String header = headers.get("Retry-After");
    if (header == null) {
      return Optional.empty();
    }
    String value = header.strip();
    if (SECONDS.matcher(value).matches()) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
    }
    long until = millis(value);
    if (until < 0) {
      return Optional.empty();
    }
    String date = headers.get("Date");
    long sent = date == null ? -1 : millis(date);
    return Optional.of(Duration.ofMillis(Math.max(0, until - (sent < 0 ? nowMillis : sent))));
  }

  private static long millis(String date) {
    try {
      return HttpDateTime.parseToEpoch(date);
    } catch (RuntimeException e) {
      return -1;
    }
  }
}
