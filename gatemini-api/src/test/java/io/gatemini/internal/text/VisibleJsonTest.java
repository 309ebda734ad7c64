package io.gatemini.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import org.junit.jupiter.api.Test;

class VisibleJsonTest {
  @Test
  void cleansTextsAndNamesAtAnyDepth() {
    assertThat(of("{'p\u200Bath':{'enum':['a\u202Eb',1,null,[true,'\u001B[8mx']]}}"))
        .hasToString("{\"path\":{\"enum\":[\"ab\",1,null,[true,\"x\"]]}}");
  }

  @Test
  void namesThatLookAlikeStayTwo() {
    assertThat(of("{'p\u200Bath':1,'path':2,'p\u200Cath':3}"))
        .hasToString("{\"p\\\\u200bath\":1,\"path\":2,\"p\\\\u200cath\":3}");
    assertThat(of("{'p\u200Bath':1,'p\u200Cath':3}"))
        .hasToString("{\"path\":1,\"p\\\\u200cath\":3}");
  }

  private static Object of(String json) {
    return VisibleJson.of(RawJson.parse(escaped(json.replace('\'', '"'))).tree());
  }

  private static String escaped(String json) {
    return VisibleText.escaped(json);
  }
}
