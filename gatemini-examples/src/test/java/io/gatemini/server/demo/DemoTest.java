package io.gatemini.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class DemoTest {
  @Test
  void showsTheWholeTourOnOneScreen() {
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written);

    boolean worked = Demo.run(out);

    out.flush();
    assertThat(worked).as(written.toString()).isTrue();
    assertThat(written.toString().lines().toList())
        .hasSizeLessThanOrEqualTo(40)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    assertThat(written.toString())
        .contains("dates.business_days_between", "-> 24", "fix/1-login-fails-behind-a-proxy");
  }
}
