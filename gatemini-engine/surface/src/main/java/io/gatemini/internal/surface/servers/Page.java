package io.gatemini.internal.surface.servers;

import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A page of a list, as the arguments {@code after} and {@code limit} want it. It follows a name, so
 * that nothing is shown twice when some come and go between two pages.
 *
 * @param all how many the list has
 * @param more how the next page is had; empty where this is the last one
 */
record Page<T>(List<T> shown, int all, String more) {

  static <T> Page<T> of(
      MetaTool tool, Arguments arguments, List<T> list, Function<T, String> name) {
    Optional<String> after = arguments.optionalString("after");
    int from = after.map(last -> behind(tool, list.stream().map(name).toList(), last)).orElse(0);
    int to = Math.min(list.size(), from + arguments.integer("limit"));
    String more =
        to < list.size()
            ? (list.size() - to)
                + " more: pass \"after\": \""
                + name.apply(list.get(to - 1))
                + "\". "
            : "";
    return new Page<>(list.subList(from, to), list.size(), more);
  }

  private static int behind(MetaTool tool, List<String> names, String last) {
    int at = names.indexOf(last);
    if (at < 0) {
      throw Arguments.refuse(
          tool,
          "\"after\" is none of these: "
              + Arguments.quoted(last)
              + "; pass the last one of the page before, or leave it out to begin");
    }
    return at + 1;
  }
}
