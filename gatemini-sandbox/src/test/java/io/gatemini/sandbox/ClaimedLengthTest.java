package io.gatemini.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.SandboxConfig;
import io.gatemini.config.SandboxConfig.Isolation;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.testing.Words;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Objects that only claim to be long: in the gateway's own process, where nothing stops a program
 * that is inside a builtin, and for every builtin that would go on for hours.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class ClaimedLengthTest {
  private static final List<String> CLAIMS =
      List.of(
          "{length: 2 ** 53 - 1, 0: 0}",
          "Object.create({length: 2 ** 31 - 2})",
          "{length: {n: 0, valueOf() { return this.n++ ? 2 ** 53 - 1 : 1 }}}",
          "{n: 0, get length() { return this.n++ === 0 ? 1 : 2 ** 53 - 1 }}",
          "new Proxy({n: 0}, {get: (t, k) => k === 'length' ? (t.n++ ? 2 ** 53 - 1 : 1) : t[k]})",
          "new Proxy([], {get: (t, k) => k === 'length' ? 2 ** 32 - 1 : t[k]})",
          "Proxy.revocable([], {get: (t, k) => k === 'length' ? 2 ** 32 - 1 : t[k]}).proxy",
          "Object.assign([], {length: 2 ** 32 - 1})",
          "new (class extends Array {})(2 ** 32 - 1)");

  private static final List<String> BUILTINS =
      List.of(
          Words.of(
              """
              indexOf, 1 | lastIndexOf, 1 | includes, 1 | join, '' | reverse | fill, 1
              copyWithin, 1, 0 | forEach, x => x | map, x => x | filter, x => x | some, x => false
              every, x => true | reduce, x => x | reduce, x => x, 0 | reduceRight, x => x
              reduceRight, x => x, 0 | sort | sort, () => 0 | splice, 0, 1 | shift | unshift, 1
              slice, 0, 4e9 | flat | flatMap, x => x | toReversed | toSorted | toSpliced, 0, 1
              with, 0, 1
              """));

  private static final Limits LIMITS = EngineFixture.onlyTime(Duration.ofSeconds(10));

  @AutoClose private EngineFixture fixture;

  @BeforeAll
  void open() {
    fixture = new EngineFixture(SandboxConfig.defaults().isolation(Isolation.IN_PROCESS));
    fixture.run("1");
  }

  static List<String> claims() {
    return CLAIMS;
  }

  @ParameterizedTest
  @MethodSource("claims")
  void endsWhateverIsClaimed(String claim) {
    Outcome outcome = fixture.run(onAllBuiltins(claim), TestHost.echo(), LIMITS);

    assertThat(outcome.status()).as(outcome.message()).isEqualTo(Status.OK);
    assertThat(fixture.engine.load().zombies()).isZero();
  }

  private static String onAllBuiltins(String claim) {
    StringBuilder code = new StringBuilder("const claim = () => (" + claim + ");\n");
    for (String builtin : BUILTINS) {
      String[] parts = builtin.split(", ", 2);
      String arguments = parts.length == 1 ? "" : ", " + parts[1];
      code.append("try { Array.prototype.")
          .append(parts[0])
          .append(".call(claim()" + arguments + ") } catch (e) {}\n");
    }
    // Iteration goes through the program, which can be stopped in between.
    return code.append(
            "try { claim()[Symbol.iterator] || Array.from(claim()) } catch (e) {}\nreturn 1")
        .toString();
  }

  @Test
  void saysWhatIsTooLong() {
    Outcome outcome = fixture.run("return [].indexOf.call({length: 2 ** 53 - 1, 0: 0}, 1)");

    assertThat(outcome.status()).isEqualTo(Status.ERROR);
    assertThat(outcome.message()).contains("RangeError").contains("9007199254740991");
  }

  /** A builtin changes and returns its receiver, whatever stands in between. */
  @Test
  void worksOnObjectsThatHaveALength() {
    Outcome outcome =
        fixture.run(
            """
            const own = {length: 3, 0: 'c', 1: 'a', 2: 'b'};
            const getter = {get length() { return 2 }, 0: 'y', 1: 'x'};
            const proxy = new Proxy(['q', 'p'], {});
            const sum = function () { return [].reduce.call(arguments, (a, b) => a + b) };
            return [
              [].sort.call(own) === own, own[0],
              [].reverse.call(getter) === getter, getter[0],
              proxy.sort() === proxy, proxy[0], [].shift.call(proxy), proxy.length,
              Array.prototype.map.call('abc', c => c + c).join(),
              Array.from({length: 2}, (_, i) => i * 2), Array.from('ab'), Array.from(new Set([1])),
              sum(1, 2, 3), [1, 2, 3].reduce((a, b) => a + b), [3].lastIndexOf(3),
              [1, [2, [3]]].flat().length, [1, 2, 3, 4].splice(1, 2), [].map.name, [].map.length,
              [].fill.length, [].indexOf.length, Object.keys(Array.prototype).length,
            ]""");

    assertThat(outcome.value())
        .hasToString(
            "[true,\"a\",true,\"x\",true,\"p\",\"p\",1,\"aa,bb,cc\",[0,2],[\"a\",\"b\"],[1],"
                + "6,6,0,3,[2,3],\"map\",1,1,1,0]");
  }
}
