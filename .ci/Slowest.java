import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Prints the ten test classes that took longest, of all modules below a folder. */
class Slowest {
  private static final Pattern SUITE =
      Pattern.compile("<testsuite .*?\\bname=\"([^\"]+)\" time=\"([0-9.,]+)\"");

  private record Suite(String name, double seconds) {}

  public static void main(String[] arguments) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(arguments[0]), 5)) {
      List<Suite> slowest =
          files
              .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
              .map(Slowest::suite)
              .sorted(Comparator.comparingDouble(Suite::seconds).reversed())
              .limit(10)
              .toList();
      slowest.forEach(suite -> System.out.printf("%6.1f s %s%n", suite.seconds, suite.name));
    }
  }

  private static Suite suite(Path report) {
    try (Stream<String> lines = Files.lines(report)) {
      Matcher matcher = SUITE.matcher(String.join(" ", lines.limit(3).toList()));
      return matcher.find()
          ? new Suite(matcher.group(1), Double.parseDouble(matcher.group(2).replace(",", "")))
          : new Suite(report.toString(), 0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
