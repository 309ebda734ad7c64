package io.gatemini.server.benchmark;

import java.util.List;

/**
 * Tools by number, always the same ones: action, object and service combined, so that words repeat
 * over the catalog about as they do where many real servers are joined.
 */
final class GeneratedTools {
  static final String SCHEMA =
      """
      {"type":"object","properties":{"id":{"type":"string","description":"What to work on"},\
      "limit":{"type":"integer","minimum":1,"maximum":1000},"dry_run":{"type":"boolean"}},\
      "required":["id"]}""";

  private static final List<String> ACTIONS =
      List.of(
          ("create¦list¦get¦update¦delete¦search¦archive¦restore¦export¦import¦copy¦move"
                  + "¦share¦approve¦reject¦assign¦schedule¦cancel¦validate¦summarize")
              .split("¦", -1));

  private static final List<String> OBJECTS =
      List.of(
          ("invoice¦customer¦ticket¦branch¦commit¦document¦folder¦message¦channel¦event"
                  + "¦contact¦order¦product¦shipment¦payment¦refund¦report¦dashboard¦alert"
                  + "¦deployment¦container¦secret¦user¦role¦translation")
              .split("¦", -1));

  private static final List<String> SERVICES =
      List.of(
          ("billing¦warehouse¦github¦calendar¦mail¦chat¦storage¦monitoring¦payroll¦travel"
                  + "¦fleet¦clinic¦library¦legal¦support¦marketing¦analytics¦identity¦printing"
                  + "¦catering")
              .split("¦", -1));

  private GeneratedTools() {}

  /** How many different tools there are. */
  static int distinct() {
    return ACTIONS.size() * OBJECTS.size() * SERVICES.size();
  }

  static String name(int i) {
    return action(i) + "_" + service(i) + "_" + object(i);
  }

  static String description(int i) {
    return capitalized(action(i))
        + " a "
        + object(i)
        + " in the "
        + service(i)
        + " system. Use it when a person asks to "
        + action(i)
        + " something about "
        + object(i)
        + " data.";
  }

  /** A task in plain words that tool {@code i} is for. */
  static String task(int i) {
    return action(i) + " the " + object(i) + " of our " + service(i);
  }

  private static String action(int i) {
    return ACTIONS.get(mixed(i) % ACTIONS.size());
  }

  private static String object(int i) {
    return OBJECTS.get(mixed(i) / ACTIONS.size() % OBJECTS.size());
  }

  private static String service(int i) {
    return SERVICES.get(mixed(i) / (ACTIONS.size() * OBJECTS.size()));
  }

  /** Spreads a few tools over all services; a prime step visits every combination once. */
  private static int mixed(int i) {
    return (int) (i * 7919L % distinct());
  }

  private static String capitalized(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
