package io.gatemini.spi;

/** How much a log message matters, least first: the levels of syslog, RFC 5424. */
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
