package io.gatemini.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of the first pages are the projects that {@code .ci/newcomer} builds and runs. */
class StartPagesTest {
  private static final Path PAGES = Path.of("../gatemini-api/docs");
  private static final Path PROJECTS = Path.of("src/test/newcomer");

  @ParameterizedTest
  @CsvSource({
    "start-java.md, plain",
    "start-spring-boot.md, spring-boot",
    "start-langchain4j.md, langchain4j"
  })
  void showTheProgramThatRuns(String page, String project) throws IOException {
    String shown = Files.readString(PAGES.resolve(page)).replaceAll("(?m)^ {3}", "");
    String run = Files.readString(PROJECTS.resolve(project).resolve("src/main/java/Main.java"));

    assertThat(shown).contains("```java Main.java\n" + run + "```");
  }

  @ParameterizedTest
  @CsvSource({"start-java.md, plain", "start-langchain4j.md, langchain4j"})
  void printTheWholePom(String page, String project) throws IOException {
    String shown = Files.readString(PAGES.resolve(page)).replaceAll("(?m)^ {3}", "");
    String pom = shown.replaceFirst("(?s).*```xml pom\\.xml\n(.*?)```.*", "$1");

    assertThat(Files.readAllLines(PROJECTS.resolve(project).resolve("pom.xml")))
        .as("the project has the place of the artifacts and more versions besides")
        .containsSubsequence(pom.lines().toList());
  }

  @Test
  void printTheModelThatIsScripted() throws IOException {
    String shown = Files.readString(PAGES.resolve("start-langchain4j.md"));
    String model =
        Files.readString(
            Path.of(
                "src/test/outside-frameworks/src/langchain4j/java/com/example/matrix/ScriptedModel.java"));

    assertThat(shown.replaceAll("(?m)^ {3}", ""))
        .contains(
            "```java ScriptedModel.java\n" + model.replaceFirst("package .*\n\n", "") + "```");
  }
}
