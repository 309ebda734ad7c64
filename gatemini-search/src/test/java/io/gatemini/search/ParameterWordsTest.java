package io.gatemini.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.Gateway;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.Table;
import org.junit.jupiter.api.Test;

/** Words that only the parameters of a tool have: its values, the members of its objects. */
class ParameterWordsTest {
  private static final String PLAIN = "{\"type\":\"object\"}";

  private static Gateway gateway(String properties) {
    return Gateway.builder()
        .retrieval("lexical")
        .backend(
            "tracker",
            BackendConfig.inProcess()
                .tool("list_issues", "List the issues.", PLAIN, it -> "")
                .tool("lock_issue", "Lock an issue.", PLAIN, it -> "")
                .tool(
                    "update_issue",
                    "Update an issue.",
                    "{\"type\":\"object\",\"properties\":" + properties + "}",
                    it -> ""))
        .build();
  }

  @Table(
      """
      {"state": {"enum": ["open", "closed"]}} | close
      {"states": {"type": "array", "items": {"enum": ["closed"]}}} | closed
      {"body": {"properties": {"column": {"type": "string"}}}} | column
      {"body": {"properties": {"x": {"description": "A column."}}}} | columns
      {"rows": {"items": {"properties": {"column": {}}}}} | column
      {"a": {"properties": {"b": {"properties": {"c": {"enum": ["urgent"]}}}}}} | urgent
      {"level": {"enum": ["urgent", 4, null, true]}} | urgent
      """)
  void findTheTool(String properties, String word) {
    try (Gateway gateway = gateway(properties)) {
      assertThat(gateway.search(word))
          .extracting(hit -> hit.key())
          .contains("tracker.update_issue");
      assertThat(gateway.search("lock an issue").get(0).key()).isEqualTo("tracker.lock_issue");
    }
  }

  @Test
  void areReadWithinBounds() {
    String many = "\"v\",".repeat(200_000) + "\"late\"";
    String deep = "{\"p\":{\"properties\":".repeat(200) + "{}" + "}}".repeat(200);
    for (String properties :
        new String[] {"{\"a\": {\"enum\": [" + many + "]}, \"column\": {}}", deep}) {
      try (Gateway gateway = gateway(properties)) {
        assertThat(gateway.search("update an issue").get(0).key())
            .isEqualTo("tracker.update_issue");
        assertThat(gateway.search("late column")).isEmpty();
      }
    }
  }
}
