package io.gatemini.jdbc;

import io.gatemini.testing.Counting;
import io.gatemini.testing.ScriptedServer;
import java.io.IOException;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;

/** A process of its own that counts in a database. */
final class CountingProcess {
  private CountingProcess() {}

  static Process start(String url, int times) throws IOException {
    List<String> command = ScriptedServer.java(CountingProcess.class);
    command.addAll(List.of(url, Integer.toString(times)));
    return new ProcessBuilder(command).inheritIO().start();
  }

  public static void main(String[] args) {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(args[0]);
    Counting.count(new JdbcState(database), Integer.parseInt(args[1]));
  }
}
