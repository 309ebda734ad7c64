package io.gatemini.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Last output of programs in several languages. */
class ErrorLinesTest {
  private static List<String> of(String stderr) {
    return ErrorLines.of(stderr.lines().toList());
  }

  @Test
  void findsTheErrorBeforeTheStackOfNode() {
    assertThat(
            of(
                """
                node:internal/modules/cjs/loader:1210
                  throw err;
                  ^

                Error: Cannot find module '/srv/server.js'
                    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
                    at node:internal/main/run_main_module:28:49 {
                  code: 'MODULE_NOT_FOUND',
                  requireStack: []
                }

                Node.js v20.20.2
                """))
        .containsExactly("Error: Cannot find module '/srv/server.js'");
  }

  @Test
  void findsTheLastErrorOfAChain() {
    assertThat(
            of(
                """
                Traceback (most recent call last):
                  File "server.py", line 3, in <module>
                    connect()
                KeyError: 'token'

                During handling of the above exception, another exception occurred:

                  File "server.py", line 5, in <module>
                RuntimeError: no token: set TOKEN
                """))
        .containsExactly("RuntimeError: no token: set TOKEN");
    assertThat(
            of(
                """
                Exception in thread "main" java.lang.IllegalStateException: no port
                \tat com.example.Main.main(Main.java:3)
                Caused by: java.net.BindException: Address already in use
                \t... 1 more
                """))
        .containsExactly("Caused by: java.net.BindException: Address already in use");
  }

  @Test
  void beginsWithTheFirstComplaint() {
    assertThat(
            of(
                """
                npm warn deprecated inflight@1.0.6
                npm error code E404
                npm error 404 Not Found - GET /no-such-server
                npm error 404  The package is not in this registry.
                npm error
                npm error A complete log of this run can be found in: /home/me/.npm/_logs/1.log
                """))
        .containsExactly(
            "npm error code E404",
            "npm error 404 Not Found - GET /no-such-server",
            "npm error 404  The package is not in this registry.");
  }

  @Test
  void takesTheLastLinesWhereNoneSpeaksOfAnError() {
    assertThat(of("one\ntwo\nthree\nfour\n")).containsExactly("two", "three", "four");
    assertThat(of("sh: 1: server: not found\n")).containsExactly("sh: 1: server: not found");
    assertThat(of("")).isEmpty();
  }
}
