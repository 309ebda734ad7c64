package io.gatemini.spi;

import io.gatemini.stability.Stable;

/** How much a log message matters, least first: the levels of syslog, RFC 5424. */
@Stable
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY
}
