package io.gatemini.internal.argument;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.testing.Table;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ArgumentRepairTest {
  private static final ArgumentRules RULES =
      ArgumentRules.of(
          RawJson.parse(
                  """
                  {"type":"object","required":["title"],"$defs":{"names":{"type":"array","items":{"type":"string"}},"level":{"enum":["low","HIGH"]}},
                   "properties":{
                    "title":{"type":"string"},
                    "count":{"type":"integer"},
                    "ratio":{"type":"number"},
                    "deep":{"type":"boolean"},
                    "tags":{"type":"array","items":{"type":"string"}},
                    "any":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/names"}]},
                    "more":{"type":["array","null"],"items":{"type":"string"}},
                    "rows":{"type":"array","items":{"allOf":[{"$ref":"#/$defs/names"}]}},
                    "deep2":{"type":"object","properties":{"ids":{"$ref":"#/$defs/names"}}},
                    "pairs":{"type":"array","items":{"type":"object"}},
                    "level":{"$ref":"#/$defs/level"},
                    "limit":{"anyOf":[{"type":"integer"},{"type":"null"}]},
                    "where":{"anyOf":[{"type":"array","items":{"type":"integer"}},{"type":"null"}]},
                    "filter":{"type":"object","required":["field"],"additionalProperties":false,
                      "properties":{"field":{"type":"string"},"max":{"type":"integer"}}},
                    "either":{"anyOf":[{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}},
                      {"type":"object","required":["b"],"properties":{"b":{"type":"integer"}}}]}}}
                  """)
              .tree());

  @Table(
      """
      {'kind':'url','path':'x'} | argument 'target.url' is missing; argument 'target.path' is not \
      known; there is 'kind', 'url' | {'target':{'kind':'url','url':'<string>'}}
      {'kind':'issue','number':5} | argument 'target.repo' is missing | \
      {'target':{'kind':'issue','number':5,'repo':'<string>'}}
      {'number':5,'repo':7} | argument 'target.kind' is missing | {'target':{'number':5,'repo':'7','kind':'issue'
      {'kind':'fax'} | argument 'target' has none of the forms | {'target':{'kind':'file'
      """)
  void showsTheAlternativeThatIsMeant(String given, String problem, String example) {
    String arm =
        "{'type':'object','additionalProperties':false,'properties':{'kind':{'const':'%s'},%s},"
            + "'required':['kind',%s]}";
    ArgumentRules rules =
        ArgumentRules.of(
            RawJson.parse(
                    ("{'required':['target'],'properties':{'target':{'oneOf':["
                            + arm.formatted("file", "'path':{'type':'string'}", "'path'")
                            + ","
                            + arm.formatted("url", "'url':{'type':'string'}", "'url'")
                            + ","
                            + arm.formatted(
                                "issue",
                                "'repo':{'type':'string'},'number':{'type':'integer'}",
                                "'repo','number'")
                            + "]}}}")
                        .replace('\'', '"'))
                .tree());

    CheckedArguments checked =
        rules.checked(RawJson.parse(("{'target':" + given + "}").replace('\'', '"')), true);

    assertThat(String.join("; ", checked.problems()).replace('"', '\'')).contains(problem);
    assertThat(checked.corrected().toString().replace('"', '\'')).contains(example);
  }

  @Table(
      """
      {'query':'x','limit':'3'} | {'model':{'query':'x','limit':3}} | arguments 'query', \
      'limit' are put into 'model'; 'model.limit' was converted to a number
      {'a':1,'query':'x'} | {'a':1,'model':{'query':'x'}} | argument 'query' is put into 'model'
      """)
  void putsFlatArgumentsIntoTheObjectThatHasThem(String given, String sent, String repairs) {
    ArgumentRules rules =
        ArgumentRules.of(
            RawJson.parse(
                    """
                    {"required":["model"],"properties":{"a":{},"model":{"$ref":"#/$defs/Query"}},"$defs":{"Query":{
                     "properties":{"query":{"type":"string"},"limit":{"type":"integer"}}}}}
                    """)
                .tree());

    CheckedArguments checked = rules.checked(RawJson.parse(given.replace('\'', '"')), true);

    assertThat(checked.arguments()).isEqualTo(RawJson.parse(sent.replace('\'', '"')));
    assertThat(String.join("; ", checked.repairs())).isEqualTo(repairs.replace('\'', '"'));
  }

  @Test
  void keepsNoWrongNameInItsExample() {
    CheckedArguments checked = checked("{\"heading\":\"x\",\"count\":1}");

    assertThat(checked.problem())
        .startsWith("argument \"title\" is missing; argument \"heading\" is not known; there is");
    assertThat(checked.corrected().has("heading")).isFalse();
    assertThat(checked.corrected().has("count")).isTrue();
  }

  private static CheckedArguments checked(String arguments) {
    return RULES.checked(RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8)), true);
  }

  @Table(
      """
      {'title':5} | {'title':'5'} | 'title' was converted to a string
      {'title':1.10} | {'title':'1.10'} | 'title' was converted to a string
      {'title':true} | {'title':'true'} | 'title' was converted to a string
      {'title':{'a':1}} | {'title':'{\\'a\\':1}'} | 'title' was written as JSON text
      {'title':'x','count':'5'} | {'title':'x','count':5} | 'count' was converted to a number
      {'title':'x','count':'123456789012345678901'} | \
      {'title':'x','count':123456789012345678901} | 'count' was converted to a number
      {'title':'x','ratio':'2.50'} | {'title':'x','ratio':2.50} | 'ratio' was converted to a number
      {'title':'x','deep':'True'} | {'title':'x','deep':true} | 'deep' was converted to a boolean
      {'title':'x','tags':'a'} | {'title':'x','tags':['a']} | 'tags' was put into a list
      {'title':'x','tags':'[\\'a\\',1]'} | {'title':'x','tags':['a','1']} | 'tags' was read \
      from JSON text; 'tags[1]' was converted to a string
      {'title':'x','level':'high'} | {'title':'x','level':'HIGH'} | 'level' was taken as 'HIGH'
      {'title':'x','limit':'5'} | {'title':'x','limit':5} | 'limit' was converted to a number
      {'title':'x','where':'7'} | {'title':'x','where':[7]} | 'where' was put into a list; \
      'where[0]' was converted to a number
      {'title':'x','filter':'{\\'field\\':\\'f\\'}'} | {'title':'x','filter':{'field':'f'}} | \
      'filter' was read from JSON text
      {'title':'x','filter':{'feild':'f','max':'3'}} | \
      {'title':'x','filter':{'field':'f','max':3}} | 'filter.feild' was taken as 'field'; \
      'filter.max' was converted to a number
      {'titel':'x'} | {'title':'x'} | 'titel' was taken as 'title'
      {'name':'x'} | {'title':'x'} | 'name' was taken as 'title'
      {'bookTitle':'x','count':1} | {'title':'x','count':1} | 'bookTitle' was taken as 'title'
      {'title':'x','filter':{'field_name':'f'}} | {'title':'x','filter':{'field':'f'}} | \
      'filter.field_name' was taken as 'field'
      {'params':{'title':'x','count':'2'}} | {'title':'x','count':2} | 'params' was taken for \
      the arguments themselves; 'count' was converted to a number
      {'Title':'x','Count':3} | {'title':'x','count':3} | 'Title' was taken as 'title'; 'Count' \
      was taken as 'count'
      {'title':'x','count':null} | {'title':'x'} | 'count' was null and is left out
      {'title':'x','either':{'a':'1'}} | {'title':'x','either':{'a':1}} | 'either.a' was \
      converted to a number
      {'title':'x','tags':{}} | {'title':'x','tags':[]} | 'tags' was empty and is taken as an \
      empty list
      {'title':'x','more':{}} | {'title':'x','more':[]} | 'more' was empty and is taken as an \
      empty list
      {'title':'x','any':{}} | {'title':'x','any':[]} | 'any' was empty and is taken as an \
      empty list
      {'title':'x','where':{}} | {'title':'x','where':[]} | 'where' was empty and is taken as \
      an empty list
      {'title':'x','deep2':{'ids':{}}} | {'title':'x','deep2':{'ids':[]}} | 'deep2.ids' was \
      empty and is taken as an empty list
      {'title':'x','rows':[{},['a']]} | {'title':'x','rows':[[],['a']]} | 'rows[0]' was empty \
      and is taken as an empty list
      {'title':'x','pairs':{'a':1}} | {'title':'x','pairs':[{'a':1}]} | 'pairs' was put into a list
      '{\\'title\\':\\'x\\'}' | {'title':'x'} | the arguments were read from JSON text
      """)
  void repairsWhatHasOneMeaning(String given, String repaired, String told) {
    CheckedArguments checked = checked(given.replace('\'', '"'));

    assertThat(checked.problems()).isEmpty();
    assertThat(checked.arguments().toString()).isEqualTo(repaired.replace('\'', '"'));
    assertThat(String.join("; ", checked.repairs())).isEqualTo(told.replace('\'', '"'));
  }

  @Table(
      """
      {'title':'x','count':'05'} | argument 'count' must be an integer, not a string
      {'title':'x','count':'1e3'} | argument 'count' must be an integer, not a string
      {'title':'x','count':' 5'} | argument 'count' must be an integer, not a string
      {'title':'x','count':5.5} | argument 'count' must be an integer, not a number
      {'title':'x','count':true} | argument 'count' must be an integer, not a boolean
      {'title':['x']} | argument 'title' must be a string, not an array
      {'title':null} | argument 'title' must be a string, not null
      {'title':'x','tags':{'a':1}} | argument 'tags' must be an array, not an object
      {'title':'x','deep':1} | argument 'deep' must be a boolean, not an integer
      {'title':'x','level':'hig'} | argument 'level' must be one of 'low', 'HIGH', not 'hig'
      {'titel':'x','tittle':'y'} | argument 'title' is missing; arguments 'titel', 'tittle' are \
      not known; there is 'title', 'count', 'ratio', 'deep', 'tags', 'any', 'more', 'rows', \
      'deep2', 'pairs', 'level', 'limit', 'where', 'filter', 'either'
      {'title':'x','filter':{'field':'f','more':1}} | argument 'filter.more' is not known; \
      there is 'field', 'max'
      {'title':'x','either':{'c':1}} | argument 'either' has none of the forms that its schema \
      allows
      {'count':'x','deep':'no'} | argument 'count' must be an integer, not a string; argument \
      'deep' must be a boolean, not a string; argument 'title' is missing
      """)
  void refusesWhatMayMeanMoreAndNamesEach(String given, String problem) {
    assertThat(checked(given.replace('\'', '"')).problem()).isEqualTo(problem.replace('\'', '"'));
  }

  @Test
  void showsExactlyTheWrongOnesRight() {
    CheckedArguments checked =
        checked("{\"count\":\"x\",\"ratio\":0.5,\"filter\":{\"max\":1,\"more\":2}}");

    assertThat(checked.corrected().toString())
        .isEqualTo(
            "{\"count\":1,\"ratio\":0.5,\"filter\":{\"max\":1,\"field\":\"<string>\"},"
                + "\"title\":\"<string>\"}");
    assertThat(RULES.violation(RawJson.of(checked.corrected()))).isEmpty();
  }

  @Test
  void leavesArgumentsThatAreRightAsTheyWereWritten() {
    RawJson given = RawJson.parse("{\"title\":\"5\",\"unheard\":{\"titel\":1},\"limit\":null}");

    assertThat(RULES.checked(given, true).arguments()).isSameAs(given);
  }

  @Test
  void endsWithASchemaThatContainsItself() {
    ArgumentRules rules =
        ArgumentRules.of(
            RawJson.parse(
                    """
                    {"type":"object","required":["node"],"properties":{"node":{"$ref":"#/$defs/node"}},
                     "$defs":{"node":{"type":"object","required":["value"],"properties":{
                       "value":{"type":"integer"},"next":{"anyOf":[{"$ref":"#/$defs/node"},{"type":"null"}]}}},
                       "loop":{"$ref":"#/$defs/loop"}}}
                    """)
                .tree());

    assertThat(rules.checked(RawJson.parse("{\"node\":{\"value\":\"1\"}}"), true).arguments())
        .hasToString("{\"node\":{\"value\":1}}");
    assertThat(
            rules.violation(
                RawJson.parse("{\"node\":{\"value\":1,\"next\":{\"value\":2,\"next\":null}}}")))
        .isEmpty();
  }

  @Property(tries = 300)
  void whatItRepairsIsRight(@ForAll String title, @ForAll int count, @ForAll boolean deep) {
    String quoted = RawJson.ofValue(title).toString();
    CheckedArguments checked =
        checked("{\"titel\":" + quoted + ",\"count\":\"" + count + "\",\"deep\":\"" + deep + "\"}");

    assertThat(checked.arguments())
        .isEqualTo(
            RawJson.parse(
                "{\"title\":" + quoted + ",\"count\":" + count + ",\"deep\":" + deep + "}"));
  }
}
