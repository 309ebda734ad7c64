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

/** The cases of a parametrised test with one parameter, written as {@link Words}. */
@ParameterizedTest
@ArgumentsSource(Values.Cells.class)
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Values {
  /** The texts. */
  String value();

  /** The texts as arguments. */
  final class Cells extends AnnotationBasedArgumentsProvider<Values> {
    @Override
    protected Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, Values values) {
      return Stream.of(Words.of(values.value())).map(Arguments::of);
    }
  }
}
