package io.gatemini.internal.async;

import java.net.URL;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A class that is missing, or of a version that does not fit, in words for who puts the class path
 * together: the classes that the error names, the jars they come from, and the one that wants them.
 */
final class LinkageProblem {
  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b[a-z_][\\w$]*(?:[./][\\w$]+)*[./][A-Z][\\w$]*");

  private static final int MAX_CLASSES = 3;

  private LinkageProblem() {}

  /** A part of a sentence. */
  static String of(LinkageError error) {
    String said = String.valueOf(error.getMessage());
    ClassLoader loader =
        Objects.requireNonNullElseGet(
            LinkageProblem.class.getClassLoader(), ClassLoader::getSystemClassLoader);
    List<String> names =
        CLASS_NAME
            .matcher(said)
            .results()
            .map(MatchResult::group)
            .map(name -> name.replace('.', '/'))
            .filter(name -> !name.startsWith("java/"))
            .distinct()
            .limit(MAX_CLASSES)
            .toList();
    String found =
        Stream.concat(
                names.stream().map(name -> simple(name) + " is " + place(loader, name)),
                wanting(error, loader).map(jar -> "wanted by " + jar).stream())
            .collect(Collectors.joining(", "));
    return error.getClass().getSimpleName()
        + ": "
        + said
        + (found.isEmpty() ? "" : " (" + found + ")");
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  private static String place(ClassLoader loader, String name) {
    URL url = loader.getResource(name + ".class");
    return url == null ? "on no class path" : "in " + jar(url.toString());
  }

  /**
   * {@code jar:file:/lib/a.jar!/p/C.class} becomes {@code a.jar}; a directory is shown by its name.
   */
  private static String jar(String url) {
    int end = url.indexOf("!/");
    String whole = end < 0 ? url : url.substring(0, end);
    return end < 0 ? "a directory" : whole.substring(whole.lastIndexOf('/') + 1);
  }

  /** The jar of the code that could not be linked. */
  private static Optional<String> wanting(LinkageError error, ClassLoader loader) {
    return Stream.of(error.getStackTrace())
        .map(StackTraceElement::getClassName)
        .filter(name -> !name.startsWith("java.") && !name.startsWith("jdk."))
        .findFirst()
        .flatMap(name -> source(name, loader));
  }

  private static Optional<String> source(String name, ClassLoader loader) {
    @Nullable CodeSource source;
    try {
      source = Class.forName(name, false, loader).getProtectionDomain().getCodeSource();
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty();
    }
    return Optional.ofNullable(source)
        .map(CodeSource::getLocation)
        .map(URL::getPath)
        .filter(path -> path.endsWith(".jar"))
        .map(path -> path.substring(path.lastIndexOf('/') + 1));
  }
}
