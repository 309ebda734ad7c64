package io.gatemini.server.demo;

import io.gatemini.server.demo.Workspace.Issue;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** The first files of the workspace. */
final class WorkspaceSamples {
  private WorkspaceSamples() {}

  static List<Issue> issues(LocalDate today) {
    return List.of(
        issue(
            1,
            "Login fails behind a proxy",
            "HTTP 407, stack trace attached.",
            "open",
            "maria",
            today,
            41,
            "bug"),
        issue(
            2,
            "Export to CSV drops the header row",
            "Since the last release.",
            "closed",
            "tom",
            today,
            38,
            "bug"),
        issue(
            3,
            "Dark mode for the settings page",
            "Asked for by three customers.",
            "open",
            "",
            today,
            33,
            "feature"),
        issue(
            4,
            "Typo in the installation guide",
            "Chapter 2, 'instal'.",
            "closed",
            "ines",
            today,
            30,
            "docs"),
        issue(
            5,
            "Search is slow with 10,000 documents",
            "2.4 s on the test machine.",
            "open",
            "tom",
            today,
            27,
            "bug",
            "performance"),
        issue(
            6,
            "Document the retry settings",
            "What is the default?",
            "open",
            "ines",
            today,
            21,
            "docs"),
        issue(
            7,
            "Crash when a file name holds an emoji",
            "Seen on Windows only.",
            "open",
            "maria",
            today,
            16,
            "bug"),
        issue(
            8,
            "Allow several mail addresses",
            "For shared accounts.",
            "open",
            "",
            today,
            12,
            "feature"),
        issue(
            9,
            "Invoice total is off by one cent",
            "Rounding of the VAT.",
            "open",
            "tom",
            today,
            9,
            "bug",
            "billing"),
        issue(
            10,
            "Refund button does nothing",
            "The request is never sent.",
            "open",
            "maria",
            today,
            6,
            "bug",
            "billing"),
        issue(11, "Upgrade the build to JDK 25", "", "closed", "tom", today, 4, "build"),
        issue(
            12,
            "Time zone of reports is wrong",
            "Shows UTC everywhere.",
            "open",
            "",
            today,
            2,
            "bug"));
  }

  static Map<String, String> files() {
    return Map.of(
        "docs/install.md",
            "# Install\n\n1. Install a JDK.\n2. Unpack the archive.\n3. Run bin/start.\n",
        "docs/retry.md", "# Retry\n\nTODO: default number of retries\nTODO: back-off in seconds\n",
        "notes/standup.md",
            "Maria: proxy login, needs a test server.\nTom: VAT rounding, TODO ask billing.\n",
        "config/app.properties", "retries=3\nbackoff.seconds=2\nreport.timezone=UTC\n");
  }

  private static Issue issue(
      int id,
      String title,
      String body,
      String state,
      String assignee,
      LocalDate today,
      int daysAgo,
      String... labels) {
    return new Issue(
        id,
        title,
        body,
        state,
        assignee,
        List.of(labels),
        today.minusDays(daysAgo).toString(),
        List.of());
  }

  /** A megabyte of requests, with a few refunds that were declined. */
  static String log() {
    StringBuilder log = new StringBuilder(1 << 20);
    for (int i = 0; log.length() < 1 << 20; i++) {
      String time = "2026-11-20T%02d:%02d:%02d ".formatted(i / 3_600 % 24, i / 60 % 60, i % 60);
      log.append(time).append("INFO http GET /orders/").append(i * 7_919 % 5_000).append(" 200\n");
      if (i % 3_500 == 1_700) {
        log.append(time).append("ERROR payment refund of invoice A-").append(i);
        log.append(" was declined: card expired\n");
      }
    }
    return log.toString();
  }
}
