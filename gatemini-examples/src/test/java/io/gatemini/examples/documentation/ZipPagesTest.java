package io.gatemini.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each link of a page that is in the zip leads to something that is in it. */
class ZipPagesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path ZIP = ROOT.resolve("gatemini-server/src/main/zip");
  private static final Pattern INCLUDED = Pattern.compile("<include>(gatemini-.*?)</include>");
  private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#\\s]+)");

  @Test
  void leadSomewhere() throws IOException {
    List<PathMatcher> included =
        INCLUDED
            .matcher(Files.readString(ZIP.resolve("zip.xml")))
            .results()
            .map(it -> ROOT.getFileSystem().getPathMatcher("glob:" + it.group(1)))
            .toList();
    List<Path> files;
    try (Stream<Path> all = Files.walk(ROOT, 12)) {
      files =
          all.map(ROOT::relativize)
              .filter(file -> included.stream().anyMatch(it -> it.matches(file)))
              .toList();
    }
    List<String> broken = new ArrayList<>(broken(ZIP.resolve("README.md"), Path.of(""), files));
    for (Path page : files) {
      if (page.toString().endsWith(".md") && !page.startsWith("gatemini-examples/src")) {
        broken.addAll(broken(ROOT.resolve(page), page, files));
      }
    }

    assertThat(files).hasSizeGreaterThan(50);
    assertThat(broken).isEmpty();
  }

  private static List<String> broken(Path page, Path place, List<Path> files) throws IOException {
    return LINK.matcher(Files.readString(page))
        .results()
        .map(it -> it.group(1))
        .filter(link -> !isThere(place.resolveSibling(link).normalize(), files))
        .map(link -> place + " -> " + link)
        .toList();
  }

  private static boolean isThere(Path target, List<Path> files) {
    return List.of("README.md", "LICENSE", "THIRD-PARTY.txt", "example.yaml")
            .contains(target.toString())
        || files.stream().anyMatch(file -> file.startsWith(target));
  }
}
