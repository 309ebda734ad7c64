package io.gatemini.server.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.trust.HijackVariables;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The arguments for a runner that an entry of a registry may have before its package. Any other
 * could run something else than the package that was checked, or give it more of this machine.
 *
 * @param env the variables that the program gets
 */
record RunnerArguments(RegistryOffer.Kind kind, JsonNode env, RegistryInputs inputs) {
  private static final String WITH_VALUE = "-e|--env|--network|-p|--publish|-v|--volume|--mount";

  private static final Pattern VARIABLE = Pattern.compile("(?:-e|--env) (\\w+)(=.*)?");

  private static final String OPENS_NOTHING =
      "--interactive|--network none|(-p|--publish) 127\\.0\\.0\\.1:\\d*:\\d+";

  /** The uses of a folder that a person has named. */
  private static final String FOLDER =
      "(-v|--volume) %1$s:[^:]+(:r[ow])?"
          + "|--mount type=bind,(src|source)=%1$s,(dst|target|destination)=[^,\"]+(,[\\w{}-]+)*";

  /** The first one that is refused, with its value. */
  Optional<String> refused(List<String> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      String option = arguments.get(i).replaceFirst("^(--[\\w-]+)=", "$1 ");
      if (option.matches(WITH_VALUE) && i + 1 < arguments.size()) {
        option += " " + arguments.get(++i);
      }
      if (kind == RegistryOffer.Kind.OCI ? !isHarmless(option) : !option.equals("--yes")) {
        return Optional.of(option);
      }
    }
    return Optional.empty();
  }

  private boolean isHarmless(String option) {
    Matcher variable = VARIABLE.matcher(option);
    if (variable.matches()) {
      String name = variable.group(1);
      return !HijackVariables.contains(name) && (variable.group(2) != null || env.has(name));
    }
    return option.matches(OPENS_NOTHING)
        || inputs.ofPerson().stream()
            .anyMatch(folder -> option.matches(FOLDER.formatted(Pattern.quote(folder))));
  }
}
