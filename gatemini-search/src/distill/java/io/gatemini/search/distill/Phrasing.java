package io.gatemini.search.distill;

import io.gatemini.text.FirstSentence;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Says as a person's request what a description says as a statement. */
final class Phrasing {
  private static final List<String> ACTIONS =
      List.of(
          "Can you %s?",
          "Could you please %s?",
          "I need to %s",
          "I want to %s.",
          "I'd like to %s",
          "Please %s.",
          "Help me %s",
          "How do I %s?",
          "How can I %s?",
          "Is there a way to %s?",
          "find a way to %s",
          "I'm trying to %s.",
          "I have to %s",
          "We need to %s.",
          "Is it possible to %s?",
          "What should I use to %s?",
          "Which tool can %s?",
          "Show me how to %s",
          "My boss asked me to %s.",
          "%s for me",
          "%s please",
          "Let's %s.",
          "I would like you to %s.",
          "Can someone %s?",
          "Before the meeting I must %s.",
          "It would be great if you could %s.",
          "Would you mind helping me %s?",
          "I was wondering whether you could %s.",
          "Quickly %s.",
          "Today I want to %s",
          "Next, %s.",
          "For my project I need to %s.",
          "Go ahead and %s",
          "Are you able to %s?",
          "Do you have something to %s?",
          "I need some help to %s.",
          "looking for a tool to %s",
          "Hey, %s!",
          "I am planning to %s.",
          "%s");

  private static final List<String> THINGS =
      List.of(
          ("I'm looking for %s.¦I need %s¦Do you know %s?¦Find me %s¦What is %s?"
                  + "¦Tell me about %s.¦Give me %s¦Can you find %s?¦Show me %s¦I want %s."
                  + "¦Search for %s¦Where can I get %s?¦Any recommendation for %s?"
                  + "¦information about %s¦Is there %s?¦I'd like to know more about %s."
                  + "¦Could you recommend %s?¦I need details on %s.¦Look up %s¦Explain %s to me.")
              .split("¦", -1));

  private static final List<String> DETAILS =
      List.of(
          "in Paris",
          "in New York",
          "in Berlin next week",
          "for tomorrow",
          "for my team",
          "from last month",
          "with the id 4821",
          "named \"project-alpha\"",
          "for my website",
          "between May 3 and May 10",
          "for the user anna@example.com",
          "since 2021",
          "under 50 dollars",
          "in the production account",
          "for account 12345",
          "by Friday",
          "from London to Tokyo",
          "in the folder /data/reports",
          "for the last 7 days",
          "of the repository acme/widgets",
          "called 'Summer Sale'",
          "for my daughter's birthday",
          "as soon as possible",
          "and send me the result",
          "in English",
          "on Monday at 9 am",
          "for a customer in Brazil",
          "with status open",
          "sorted by date",
          "near me");

  private static final List<String> JOINS =
      List.of(" and then ", " and ", ". After that, ", ", then ", ". Also, ");

  private static final double DETAIL_SHARE = 0.3;

  private final Set<String> verbs;
  private final Random random;

  /**
   * @param verbs the base forms that distinguish an action from a thing
   */
  Phrasing(Set<String> verbs, Random random) {
    this.verbs = verbs;
    this.random = random;
  }

  /** A request for what the first sentence of the description offers. */
  String request(String description) {
    String sentence = bare(FirstSentence.of(description));
    Optional<String> action = action(sentence);
    String core = action.orElse(sentence);
    if (random.nextDouble() < DETAIL_SHARE) {
      core = core + " " + pick(DETAILS);
    }
    return pick(action.isPresent() ? ACTIONS : THINGS).replace("%s", core);
  }

  /** One request for two things. */
  String requests(String description, String other) {
    String first = request(description).replaceAll("[.?!]$", "");
    String second = bare(FirstSentence.of(other));
    return first + pick(JOINS) + action(second).orElse("find " + second) + ".";
  }

  /** The sentence as an order, where it begins with a verb: "Creates an x" is "create an x". */
  Optional<String> action(String sentence) {
    int space = sentence.indexOf(' ');
    if (space < 2) {
      return Optional.empty();
    }
    String word = sentence.substring(0, space).toLowerCase(Locale.ROOT);
    String rest = sentence.substring(space);
    for (String base : baseForms(word)) {
      if (verbs.contains(base)) {
        return Optional.of(base + rest);
      }
    }
    return Optional.empty();
  }

  private static List<String> baseForms(String word) {
    if (word.endsWith("ies")) {
      return List.of(word.substring(0, word.length() - 3) + "y");
    }
    if (word.endsWith("es")) {
      return List.of(word.substring(0, word.length() - 1), word.substring(0, word.length() - 2));
    }
    if (word.endsWith("s") && !word.endsWith("ss")) {
      return List.of(word.substring(0, word.length() - 1));
    }
    return List.of(word);
  }

  private static String bare(String sentence) {
    String stripped = sentence.replaceAll("[.\\s]+$", "");
    boolean capitalised =
        stripped.length() > 1
            && Character.isUpperCase(stripped.charAt(0))
            && Character.isLowerCase(stripped.charAt(1));
    return capitalised
        ? Character.toLowerCase(stripped.charAt(0)) + stripped.substring(1)
        : stripped;
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
