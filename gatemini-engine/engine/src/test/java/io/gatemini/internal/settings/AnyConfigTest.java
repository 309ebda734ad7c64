package io.gatemini.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.config.ConfigException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Whatever stands in a file: it is read, or refused with a sentence about it. */
class AnyConfigTest {
  private static final String SOUND =
      """
      backends:
        files: &f
          command: npx
          args: ["-y", 'server', "${A:-.}"]
          env: {TOKEN: "secretref:env:X", N: 0x1F}
          timeout: 30s
        web: {<<: *f, url: "https://x.test"}
      aliases: {a: b}
      registration: {policy: guarded}
      """;

  private static final String CLIENT =
      "{\"mcpServers\": {\"a b\": {\"command\": \"x\", \"args\": [\"$${y\"], \"env\": {\"A\":"
          + " \"${B}\"}, \"disabled\": false}}} // end";

  @Property(tries = 2_000)
  void readsOrRefusesAnyText(@ForAll("fragments") String text) {
    readOrRefuse(text);
  }

  @Property(tries = 2_000)
  void readsOrRefusesADamagedFile(
      @ForAll boolean json, @ForAll int at, @ForAll int length, @ForAll("fragments") String put) {
    String sound = json ? CLIENT : SOUND;
    int from = Math.floorMod(at, sound.length());
    int to = Math.min(sound.length(), from + Math.floorMod(length, 12));

    readOrRefuse(sound.substring(0, from) + put + sound.substring(to));
  }

  @Provide
  Arbitrary<String> fragments() {
    Arbitrary<String> marks =
        Arbitraries.of(
            ("{¦}¦[¦]¦:¦,¦\"¦'¦\n¦  ¦- ¦&a ¦*a¦<<: ¦!!int ¦!x ¦|¦>¦%¦@¦`¦\t¦#¦//¦/*¦---\n"
                    + "¦...\n¦backends¦mcpServers¦servers¦a¦0¦-1¦1e999¦.nan¦~¦null¦0b1¦1_0¦0o7¦1:30"
                    + "¦true¦${¦$${¦}¦${A}¦secretref:¦secretref:env:A¦timeout: ¦command: ¦\\u00"
                    + "¦\uD83D\uDE00¦\uD800¦\u0000¦\u2028¦2001-01-01")
                .split("¦", -1));
    return Arbitraries.frequencyOf(
            Tuple.of(6, marks), Tuple.of(1, Arbitraries.strings().ofMaxLength(3)))
        .list()
        .ofMaxSize(14)
        .map(parts -> String.join("", parts));
  }

  private static void readOrRefuse(String text) {
    try {
      ReadConfig.of(text);
    } catch (ConfigException e) {
      assertThat(e.getMessage()).startsWith("gatemini.yaml").hasSizeGreaterThan(20);
    }
  }
}
