package io.gatemini.search.lint;

import java.util.List;

/**
 * One finding. Rule, tool and subject identify it in a baseline.
 *
 * @param rule such as {@code look-alike}
 * @param level {@code error}, {@code warning} or {@code note}, as SARIF 2.1.0 names them
 * @param tool the key of the tool
 * @param subject what it is about, such as the key of the look-alike, or the words found; may be
 *     empty
 * @param message the fault; texts of servers are visible in it
 * @param remedy the change that ends it
 * @param spoiled the requests that the search answers wrongly because of it
 */
public record LintFinding(
    String rule,
    String level,
    String tool,
    String subject,
    String message,
    String remedy,
    List<SpoiledRequest> spoiled) {

  /**
   * A request made of the words of one tool that finds another one first.
   *
   * @param wanted the key of the tool it was made of
   * @param found the key of the first hit, or empty
   */
  public record SpoiledRequest(String request, String wanted, String found) {
    @Override
    public String toString() {
      return '"' + request + "\": finds " + found + ", not " + wanted;
    }
  }
}
