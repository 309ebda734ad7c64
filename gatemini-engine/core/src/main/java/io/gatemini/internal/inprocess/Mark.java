package io.gatemini.internal.inprocess;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An annotation that makes a method a tool, or describes what a tool takes. It may be of any
 * library, so it is known by its name and its attributes are read by theirs: {@code Tool} of this
 * one, of LangChain4j, Spring AI, {@code org.mcp_java} and Quarkus, {@code McpTool} of Spring,
 * {@code Annotations.Schema} of ADK.
 */
record Mark(Annotation annotation) {
  private static final String ADK = "com.google.adk.tools.Annotations$Schema";
  private static final Set<String> OF_METHODS = Set.of("Tool", "McpTool");
  private static final Set<String> OF_PARAMETERS =
      Set.of("ToolParameter", "P", "ToolParam", "McpToolParam", "ToolArg", "Description");

  /** Whether it is one of this library, whose methods have other names. */
  boolean isOwn() {
    return annotation instanceof io.gatemini.Tool;
  }

  /** The mark of a method that is a tool; empty for other methods. */
  static Optional<Mark> ofTool(Method method) {
    return of(method, OF_METHODS);
  }

  /** The description of a parameter of a method, or of a member of its type. */
  static Optional<Mark> ofParameter(AnnotatedElement parameter) {
    return of(parameter, OF_PARAMETERS);
  }

  /** Whether something has an annotation of a name. */
  static boolean has(AnnotatedElement element, String name) {
    return of(element, Set.of(name)).isPresent();
  }

  private static Optional<Mark> of(AnnotatedElement element, Set<String> names) {
    return Stream.of(element.getAnnotations())
        .filter(
            annotation ->
                names.contains(annotation.annotationType().getSimpleName())
                    || annotation.annotationType().getName().equals(ADK))
        .findFirst()
        .map(Mark::new);
  }

  /** The first of some attributes that says something; several texts are lines of one. */
  Optional<String> text(String... attributes) {
    return Stream.of(attributes)
        .flatMap(attribute -> attribute(attribute).stream())
        .map(
            value ->
                value instanceof Object[] texts
                    ? Stream.of(texts).map(String::valueOf).collect(Collectors.joining("\n"))
                    : String.valueOf(value))
        // Some say by a text of their own that they say nothing.
        .filter(text -> !text.isBlank() && !text.startsWith("<<"))
        .findFirst();
  }

  /** The first of some attributes that is there. */
  Optional<Boolean> flag(List<String> attributes) {
    return attributes.stream()
        .flatMap(attribute -> attribute(attribute).stream())
        .filter(Boolean.class::isInstance)
        .map(Boolean.class::cast)
        .findFirst();
  }

  /** An annotation in an attribute. */
  Optional<Mark> nested(String attribute) {
    return attribute(attribute)
        .filter(Annotation.class::isInstance)
        .map(value -> new Mark((Annotation) value));
  }

  private Optional<Object> attribute(String name) {
    try {
      Method attribute = annotation.annotationType().getDeclaredMethod(name);
      return attribute.trySetAccessible()
          ? Optional.ofNullable(attribute.invoke(annotation))
          : Optional.empty();
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      return Optional.empty();
    }
  }
}
