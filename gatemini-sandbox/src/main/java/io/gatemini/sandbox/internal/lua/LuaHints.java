package io.gatemini.sandbox.internal.lua;

import io.gatemini.sandbox.internal.lua.value.LuaError;
import io.gatemini.sandbox.internal.lua.value.VariableName;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.ScriptHost.ScriptBackend;
import io.gatemini.spi.ScriptHost.ScriptTool;
import io.gatemini.spi.option.NearestKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an error is told with where the program meant a server or a tool that is not there. */
final class LuaHints {
  private static final int MOST_NAMES = 20;

  private LuaHints() {}

  /** The message of an error that the program did not catch, and a hint where there is one. */
  static String told(LuaError error, ScriptHost host) {
    return error.getMessage() + hint(error, host).map(hint -> "\n" + hint).orElse("");
  }

  private static Optional<String> hint(LuaError error, ScriptHost host) {
    VariableName culprit = error.culprit();
    if (culprit == null) {
      return Optional.empty();
    }
    String name = culprit.name();
    if (name.equals("result") && error.kind() == LuaError.Kind.CALL) {
      return Optional.of("a variable of the program hides result(); give it another name");
    }
    if (!error.culpritIsNil()) {
      return Optional.empty();
    }
    return switch (culprit.kind()) {
      case "global" -> Optional.of(server(name, host.backends()));
      case "field", "method" ->
          error.kind() == LuaError.Kind.CALL ? tool(name, host.backends()) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static String server(String name, List<ScriptBackend> backends) {
    List<String> names = backends.stream().map(ScriptBackend::identifier).toList();
    return "there is no server \""
        + name
        + "\"; "
        + NearestKey.of(name, names)
            .map(near -> "did you mean \"" + near + "\"?")
            .orElse("there is " + listed(names))
        + " Characters that no identifier can have are _; a server that has failed has no table";
  }

  private static String listed(List<String> names) {
    return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more." : ".");
  }

  private static Optional<String> tool(String name, List<ScriptBackend> backends) {
    List<String> names =
        backends.stream()
            .flatMap(backend -> backend.tools().stream())
            .map(ScriptTool::identifier)
            .distinct()
            .toList();
    return Optional.of(
        "no server has a tool \""
            + name
            + "\""
            + NearestKey.of(name, names)
                .map(near -> "; did you mean \"" + near + "\"?")
                .orElse("; list the tools of the server first"));
  }
}
