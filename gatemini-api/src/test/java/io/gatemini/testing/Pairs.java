package io.gatemini.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The cases of a parametrised test with two parameters, written as {@link Words} with an arrow in
 * each: {@code 1 -> one | 2 -> two}.
 */
@ParameterizedTest
@ArgumentsSource(Pairs.Cells.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Pairs {
  /** The pairs. */
  String value();

  /** The pairs as arguments. */
  final class Cells extends AnnotationBasedArgumentsProvider<Pairs> {
    @Override
    protected Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, Pairs pairs) {
      return Stream.of(Words.of(pairs.value()))
          .map(pair -> Arguments.of((Object[]) pair.split(" -> ", 2)));
    }
  }
}
