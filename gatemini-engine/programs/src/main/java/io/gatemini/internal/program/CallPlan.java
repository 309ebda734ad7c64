package io.gatemini.internal.program;

import io.gatemini.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The calls a chain would make: the first call of each tool, in that order, and how many there
 * would be. Bounded in tools and in bytes, whatever a program asks for. Thread-safe.
 */
final class CallPlan {
  /** More tools than a program of a page names. */
  static final int MAX_TOOLS = 100;

  /** A plan is read by a model; what is larger than this is data, not a plan. */
  static final int MAX_ARGUMENT_BYTES = 64 << 10;

  private final Map<String, Step> steps = new LinkedHashMap<>();
  private int argumentBytes;
  private int calls;

  /**
   * The first call of a tool.
   *
   * @param arguments absent if they are too large to show
   * @param problem what it would be refused for
   */
  private record Step(Optional<RawJson> arguments, Optional<String> problem) {}

  /** Notes a call that would be made, unless one of its tool is known. */
  synchronized void add(String tool, RawJson arguments, Optional<String> problem) {
    calls++;
    if (steps.containsKey(tool) || steps.size() == MAX_TOOLS) {
      return;
    }
    boolean fits = arguments.length() <= MAX_ARGUMENT_BYTES - argumentBytes;
    if (fits) {
      argumentBytes += arguments.length();
    }
    steps.put(tool, new Step(fits ? Optional.of(arguments) : Optional.empty(), problem));
  }

  /** How many calls would be made. */
  synchronized int calls() {
    return calls;
  }

  /**
   * The plan as an agent reads it.
   *
   * @param ended {@code ok}, or what the program ended with before it came to its end
   */
  synchronized RawJson toJson(String ended) {
    JsonBytes json = new JsonBytes(argumentBytes + 256);
    json.ascii("{\"plan\":[");
    String separator = "";
    for (Map.Entry<String, Step> step : steps.entrySet()) {
      json.ascii(separator).ascii("{\"tool\":").quoted(step.getKey()).ascii(",\"arguments\":");
      step.getValue()
          .arguments()
          .ifPresentOrElse(json::value, () -> json.quoted("(too large to be shown)"));
      step.getValue().problem().ifPresent(problem -> json.ascii(",\"problem\":").quoted(problem));
      json.ascii("}");
      separator = ",";
    }
    return json.ascii("],\"calls\":" + calls + ",\"ended\":").quoted(ended).ascii("}").toJson();
  }
}
