package io.gatemini.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The cases of a parametrised test as a table: one row per line, cells between bars.
 *
 * <p>An empty cell is null. Backquotes around a cell keep its spaces, or make it an empty text.
 */
@ParameterizedTest
@ArgumentsSource(Table.Rows.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Table {
  /** The rows. */
  String value();

  /** The rows as arguments. */
  final class Rows extends AnnotationBasedArgumentsProvider<Table> {
    @Override
    protected Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, Table table) {
      return table
          .value()
          .lines()
          .filter(row -> !row.isBlank())
          .map(row -> Arguments.of(Stream.of(row.split("\\|", -1)).map(Rows::cell).toArray()));
    }

    static @Nullable String cell(String text) {
      String cell = text.trim();
      if (cell.isEmpty()) {
        return null;
      }
      boolean quoted = cell.length() > 1 && cell.startsWith("`") && cell.endsWith("`");
      return quoted ? cell.substring(1, cell.length() - 1) : cell;
    }
  }
}
