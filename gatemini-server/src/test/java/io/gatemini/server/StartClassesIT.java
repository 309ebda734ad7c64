package io.gatemini.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** The classes that a client waits for. Each costs its start a tenth of a millisecond or more. */
class StartClassesIT extends PackagedServer {
  /** Libraries and parts of Java with their most classes; these only go down. */
  private static final List<Family> FAMILIES =
      List.of(
          new Family("", 2_230),
          new Family("io.gatemini.", 560),
          new Family("com.fasterxml.jackson.", 128),
          new Family("com.fasterxml.jackson.databind.introspect.", 0),
          new Family("com.fasterxml.jackson.dataformat.", 1),
          new Family("com.fasterxml.jackson.databind.ser.", 0),
          new Family("com.github.benmanes.caffeine.", 76),
          new Family("com.caoccao.", 2),
          new Family("java.text.", 3),
          new Family("sun.util.locale.provider.", 12),
          new Family("java.util.logging.", 0),
          new Family("java.lang.management.", 0),
          new Family("java.net.http.", 0),
          new Family("org.eclipse.jetty.", 0),
          new Family("org.graalvm.", 1),
          new Family("org.yaml.", 0));

  StartClassesIT(@TempDir Path directory) {
    super(directory);
  }

  private record Family(String prefix, int most) {}

  @Test
  @EnabledForJreRange(max = JRE.JAVA_17)
  void areFew() throws Exception {
    Path json =
        Files.writeString(
            directory.resolve("gatemini.json"),
            """
            {"backends": {"none": {"command": "%s", "args": ["-version"]}}}"""
                .formatted(JAVA));
    Path log = directory.resolve("classes");
    ProcessBuilder builder =
        new ProcessBuilder(
                TARGET.resolve("bin/gatemini").toString(), "--direct", "-c", json.toString())
            .redirectError(directory.resolve("err").toFile());
    builder
        .environment()
        .put(
            GATEMINI_JAVA_OPTS,
            NO_ARCHIVE + " -Xlog:class+load=info:file=" + log + "::filecount=0");
    builder.environment().put("XDG_CACHE_HOME", directory.toString());
    Process server = builder.start();
    List<String> classes;
    try (BufferedReader answers =
        new BufferedReader(new InputStreamReader(server.getInputStream(), UTF_8))) {
      server.getOutputStream().write(INITIALIZE.getBytes(UTF_8));
      server.getOutputStream().flush();
      assertThat(answers.readLine()).contains("\"serverInfo\"");
      classes =
          Files.readAllLines(log).stream()
              .filter(line -> line.contains(" source: "))
              .map(line -> line.replaceFirst(".*\\] (\\S+) source: .*", "$1"))
              .toList();
    } finally {
      server.destroyForcibly().waitFor();
    }

    assertSoftly(
        softly -> {
          for (Family family : FAMILIES) {
            List<String> loaded =
                classes.stream()
                    .filter(name -> name.startsWith(family.prefix) && !name.contains("$$Lambda"))
                    .toList();
            softly
                .assertThat(loaded.size())
                .as(
                    "%s* before the answer to initialize; load later what it does not need:\n%s",
                    family.prefix, loaded.stream().skip(family.most).collect(joining("\n")))
                .isLessThanOrEqualTo(family.most);
          }
        });
  }
}
