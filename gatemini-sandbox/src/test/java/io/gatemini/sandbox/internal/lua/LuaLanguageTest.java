package io.gatemini.sandbox.internal.lua;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.spi.ScriptLanguage.LoneCall;
import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LuaLanguageTest {
  private static Optional<LoneCall> read(String code) {
    return LuaLanguage.LANGUAGE.loneCall(code);
  }

  @Table(
      """
      return a.b({x = 1}):await() | {"x":1}
      return a.b():await(); | {}
      return a.b{x = 1}:await() | {"x":1}
      result(a.b({x = {1, 2.5, "z"}, y = {k = true}}):await()) | {"x":[1,2.5,"z"],"y":{"k":true}}
      return a . b ( {['k-y'] = [[x~y]], s = '\\65\\u{20AC}'} ) : await ( ) | \
      {"k-y":"x\\ny","s":"A\u20ac"}
      return a.b({n = 2^53, e = {}, i = 0x10, m = -1, c = 'a' .. 'b'}):await() | \
      {"n":9007199254740992,"e":{},"i":16,"m":-1,"c":"ab"}
      return a.b({x = ')', y = '}'}):await() | {"x":")","y":"}"}
      """)
  void readsALoneCall(String code, String arguments) {
    LoneCall call = read(code.replace("~", "\n")).orElseThrow();

    assertThat(call.backend() + "." + call.tool()).isEqualTo("a.b");
    assertThat(call.arguments().tree()).isEqualTo(RawJson.parse(arguments).tree());
  }

  @Values(
      """
      a.b({x = 1}):await() | return a.b({x = 1}) | return a.b({x = y}):await()
      return a.b({x = os.time()}):await() | return a.b({x = json.null}):await()
      return a.b({1, 2}):await() | return a.b({x = 1}, 2):await() | return a.b('x'):await()
      return a.b({x = 1}):await().y | return a.b({x = 1}):await(), a.b({}):await()
      return a.b({x = 1 --[[ 2 ]]}):await() | return a.b({x = ):await()
      return string.rep({x = 1}):await() | return _gateway.search({query = 'x'}):await()
      return a.b({x = ('x'):rep(9)}):await()
      return a.b({x = (function() while true do end end)()}):await()
      return a.b({x = (function() local s = 'x' while true do s = s .. s end end)()}):await() | ``
      """)
  void leavesTheOthersToTheEngine(String code) {
    assertThat(read(code)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"path\":\"a\\\"b\\\\c\\nd\\u0001\\r\",\"n\":1,\"f\":0.25,\"t\":true}",
        "{\"end\":1,\"a-b\":2,\"\":3,\"_x1\":4,\"print\":5,\"\u00e4\":6}",
        "{\"list\":[1,[2,{\"k\":\"v\"}]]}",
      })
  void writesACallThatIsReadAsItIsMeant(String arguments) {
    JsonNode given = RawJson.parse(arguments).tree();

    String call = LuaLanguage.LANGUAGE.call("files.read", given);

    assertThat(read(call).orElseThrow().arguments().tree()).as(call).isEqualTo(given);
  }

  /** A word of the language cannot stand behind a dot. */
  @Values("end | and | goto | nil")
  void writesAToolThatIsAWordOfTheLanguageInBrackets(String tool) {
    String call = LuaLanguage.LANGUAGE.call("files." + tool, RawJson.emptyObject().tree());

    assertThat(call).isEqualTo("result(files[\"" + tool + "\"]({}):await())");
    assertThat(LuaHints.member("files", tool)).isEqualTo("files[\"" + tool + "\"]");
  }

  @Test
  void writesWhatLuaHasNoValueFor() {
    assertThat(LuaLanguage.LANGUAGE.call("a.b", RawJson.parse("{\"x\":null,\"y\":[]}").tree()))
        .isEqualTo("result(a.b({x = json.null, y = json.array({})}):await())");
  }
}
