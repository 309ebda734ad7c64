package io.gatemini.spi.option;

import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * The place that options were written in, and what is put into their texts.
 *
 * @param name the name of the file without its directories; empty where there is none
 * @param directory where paths begin that are not absolute
 * @param variables puts variables into a text; throws {@link IllegalArgumentException} saying what
 *     is wrong with it
 * @param secrets checks what refers to a secret in a text, which stays; throws like {@code
 *     variables}
 */
public record OptionSource(
    String name, Path directory, UnaryOperator<String> variables, UnaryOperator<String> secrets) {

  /** Texts stay as they are written. */
  public static OptionSource verbatim(String name) {
    return new OptionSource(name, Path.of(""), UnaryOperator.identity(), UnaryOperator.identity());
  }
}
