package io.gatemini.jdbc;

import io.gatemini.testing.Counting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;

/** A process of its own that counts in a database. */
final class CountingProcess {
  private CountingProcess() {}

  static Process start(String url, int times) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                CountingProcess.class.getName(),
                url,
                Integer.toString(times)))
        .inheritIO()
        .start();
  }

  public static void main(String[] args) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(args[0]);
    Counting.count(new JdbcState(database), Integer.parseInt(args[1]));
  }
}
