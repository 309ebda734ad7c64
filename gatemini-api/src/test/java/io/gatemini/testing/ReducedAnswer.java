package io.gatemini.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The header of a shortened answer, about its original. */
public final class ReducedAnswer {
  private static final Pattern ADDRESS = Pattern.compile("gatemini://result/\\w+");

  private ReducedAnswer() {}

  /** Where the original can be read. */
  public static String address(String answer) {
    Matcher address = ADDRESS.matcher(answer);
    assertThat(address.find()).as("an address in %s", answer).isTrue();
    return address.group();
  }
}
