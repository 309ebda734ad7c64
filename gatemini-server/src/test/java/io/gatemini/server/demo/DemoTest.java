package io.gatemini.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class DemoTest {
  @Test
  void showsTheWholeTour() {
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written);

    boolean worked = Demo.run(out);

    out.flush();
    assertThat(worked).as(written.toString()).isTrue();
    assertThat(written.toString().lines().toList())
        .hasSizeLessThanOrEqualTo(55)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    assertThat(written.toString())
        .contains("1,011 tools", "await dates.business_days_between({from: '…', to: '…'})")
        .contains("-> 24", "fix/1-login-fails-behind-a-proxy")
        .contains("refund of invoice A-1700 was declined", "GET /orders/4999")
        .containsPattern("process \\d+ killed; process \\d+ answers \"here again\"")
        .containsPattern("-> \\{\"branch\":\"fix/7-[a-z-]*\",\"age\":\\d+}\n")
        .contains("% less")
        .contains("gatemini.jar config init --folder FOLDER", "gatemini.jar install claude");
  }
}
