package io.gatemini.examples.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.stability.Incubating;
import io.gatemini.stability.Stable;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All that hosts and plug-ins compile against is written down, a file for each module, so that
 * every change of it shows in the commit that makes it, and each line says whether it may be relied
 * on. {@code -Drecord.api} writes the files anew.
 */
class PublicFaceTest {
  private static final Pattern OWN_TYPE =
      Pattern.compile("io\\.gatemini(?:\\.[a-z0-9]+)*\\.[A-Z]\\w*(?:\\$\\w+)*");

  static Stream<String> modules() {
    return Stream.of(
        "gatemini-api",
        "gatemini-engine/mcp",
        "gatemini-adapters/auto",
        "gatemini-adapters/frameworks",
        "gatemini-adapters/stores",
        "gatemini-search",
        "gatemini-sandbox",
        "gatemini-sandbox/lua",
        "gatemini-transport-stdio",
        "gatemini-transport-http");
  }

  @ParameterizedTest
  @MethodSource("modules")
  void isWrittenDown(String module) throws IOException {
    isAsWritten(
        Path.of("..", module, "public-api.txt"),
        face(name -> true, Path.of("..", module, "target", "classes")));
  }

  /** The fixtures beside the contracts may change. */
  @Test
  void ofTheTestKitIsWrittenDown() throws IOException {
    isAsWritten(
        Path.of("..", "gatemini-engine", "engine", "testkit-api.txt"),
        face(
            name ->
                name.matches(
                    "io\\.gatemini\\.(testkit\\.(?!\\w*Test\\b).*|testing\\.\\w*Contract)"),
            Path.of("..", "gatemini-api", "target", "test-classes"),
            Path.of("..", "gatemini-engine", "engine", "target", "test-classes")));
  }

  @ParameterizedTest
  @MethodSource("modules")
  void isStableDownToTheTypesItNames(String module) throws IOException {
    assertThat(
            face(name -> true, Path.of("..", module, "target", "classes"))
                .lines()
                .filter(line -> line.strip().startsWith("@Stable "))
                .filter(
                    line -> OWN_TYPE.matcher(line).results().anyMatch(PublicFaceTest::mayChange)))
        .as("mark it @Incubating, or the type it names @Stable")
        .isEmpty();
  }

  private static boolean mayChange(MatchResult named) {
    Class<?> type = loaded(named.group());
    return !isStable(type, type);
  }

  private static void isAsWritten(Path record, String face) throws IOException {
    if (System.getProperty("record.api") != null) {
      Files.writeString(record, face);
    }

    assertThat(face)
        .as("%s; where the change is wanted, write it anew with -Drecord.api", record.getFileName())
        .isEqualTo(Files.readString(record));
  }

  private static String face(Predicate<String> wanted, Path... roots) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path root : roots) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .map(file -> root.relativize(file).toString().replace('/', '.'))
            .filter(file -> file.startsWith("io.gatemini.") && file.endsWith(".class"))
            .map(file -> file.substring(0, file.length() - ".class".length()))
            .filter(name -> !name.contains(".internal.") && !name.endsWith("package-info"))
            .filter(wanted)
            .forEach(names::add);
      }
    }
    return names.stream()
        .sorted()
        .map(PublicFaceTest::loaded)
        .filter(PublicFaceTest::isReachable)
        .map(PublicFaceTest::described)
        .collect(Collectors.joining("\n"));
  }

  private static Class<?> loaded(String name) {
    try {
      return Class.forName(name, false, PublicFaceTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** A type that code elsewhere can name. */
  private static boolean isReachable(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || !isOpen(type.getModifiers())) {
      return false;
    }
    Class<?> outer = type.getDeclaringClass();
    return outer == null || isReachable(outer);
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String described(Class<?> type) {
    Stream<String> members =
        Stream.<Stream<? extends Member>>of(
                Arrays.stream(type.getDeclaredConstructors()),
                Arrays.stream(type.getDeclaredFields()),
                Arrays.stream(type.getDeclaredMethods()))
            .flatMap(declared -> declared)
            .filter(member -> isOpen(member.getModifiers()) && !member.isSynthetic())
            .map(member -> described(member, (AnnotatedElement) member))
            .map(text -> "  " + text.replace(type.getTypeName() + ".", ""))
            .sorted();
    return header(type) + "\n" + members.map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String header(Class<?> type) {
    String components =
        type.isRecord()
            ? Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .collect(Collectors.joining(", ", "(", ")"))
            : "";
    // Newer virtual machines name "sealed" of their own accord.
    String declared = type.toGenericString().replaceFirst("\\b(non-)?sealed ", "");
    return shortened(
            marked(type, type) + (type.isSealed() ? "sealed " : "") + declared + components)
        + listed(" extends ", superclass(type))
        + listed(type.isInterface() ? " extends " : " implements ", type.getGenericInterfaces());
  }

  private static Type[] superclass(Class<?> type) {
    Type superclass = type.getGenericSuperclass();
    return Stream.of(superclass)
        .filter(Objects::nonNull)
        .filter(parent -> !List.of(Object.class, Record.class).contains(parent) && !type.isEnum())
        .toArray(Type[]::new);
  }

  private static String listed(String prefix, Type[] types) {
    return types.length == 0
        ? ""
        : Arrays.stream(types)
            .sorted(Comparator.comparing(Type::getTypeName))
            .map(parent -> shortened(parent.getTypeName()))
            .collect(Collectors.joining(", ", prefix, ""));
  }

  private static String described(Member member, AnnotatedElement marked) {
    String signature =
        member instanceof Method method
            ? method.toGenericString()
            : member instanceof Constructor<?> constructor
                ? constructor.toGenericString()
                : ((Field) member).toGenericString();
    return shortened(marked(marked, member.getDeclaringClass()) + signature);
  }

  private static String marked(AnnotatedElement element, Class<?> type) {
    String deprecated = element.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
    return (isStable(element, type) ? "@Stable " : "@Incubating ") + deprecated;
  }

  /** The nearest mark: of the element, its type, the enclosing type, the package. */
  private static boolean isStable(AnnotatedElement element, Class<?> type) {
    Stream<AnnotatedElement> around =
        Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getDeclaringClass).map(t -> t);
    return Stream.concat(Stream.concat(Stream.of(element), around), Stream.of(type.getPackage()))
        .filter(
            place ->
                place.isAnnotationPresent(Stable.class)
                    || place.isAnnotationPresent(Incubating.class))
        .findFirst()
        .orElseThrow(() -> new AssertionError(type + " has no mark of its stability"))
        .isAnnotationPresent(Stable.class);
  }

  private static String shortened(String text) {
    return text.replaceAll(
        "java\\.(?:lang|util|util\\.concurrent|util\\.function|time)\\.(?=[A-Z])", "");
  }
}
