package io.gatemini.spi.option;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.RawJson;
import io.gatemini.config.ConfigException;
import io.gatemini.testing.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class OptionTableTest {
  private enum Colour {
    RED,
    DARK_BLUE
  }

  private static final OptionTable TABLE = new OptionTable("box");
  private static final OptionKey<String> NAME =
      TABLE.addRequired("name", OptionType.text().nonBlank(), "The name.");
  private static final OptionKey<Integer> SIZE =
      TABLE.add("size", OptionType.integer(1, 9), 3, "The size.");
  private static final OptionKey<Duration> AGE =
      TABLE.add("age", OptionType.duration(), "The age.");
  private static final OptionKey<Double> SHARE =
      TABLE.add("share", OptionType.decimal(0.5, 2), 1.0, "The share.");
  private static final OptionKey<Colour> COLOUR =
      TABLE.add("colour", OptionType.choice(Colour.class), Colour.RED, "The colour.");
  private static final OptionKey<List<String>> PARTS =
      TABLE.add("parts", OptionType.secretTexts(), List.of(), "The parts.");
  private static final OptionKey<Path> PLACE = TABLE.add("place", OptionType.path(), "The place.");

  private static OptionValues read(String yaml) {
    OptionSource source =
        new OptionSource(
            "box.yaml",
            Path.of("etc"),
            text -> text.replace("$N", "n"),
            text -> text.replace("secret", "hush"));
    return TABLE.read(Options.parse(yaml, source, "name"));
  }

  @Test
  void readsEveryTypeAndKeepsTheDefaultsOfTheRest() {
    OptionValues values =
        read("name: a$N\nage: 90s\ncolour: dark_blue\nparts: [secret, $N]\nplace: x");

    assertThat(values.get(NAME)).isEqualTo("an");
    assertThat(values.get(AGE)).isEqualTo(Duration.ofSeconds(90));
    assertThat(values.get(COLOUR)).isEqualTo(Colour.DARK_BLUE);
    assertThat(values.get(PARTS)).containsExactly("hush", "n");
    assertThat(values.get(PLACE)).isEqualTo(Path.of("etc", "x"));
    assertThat(values.get(SIZE)).isEqualTo(3);
    assertThat(values.get(SHARE)).isEqualTo(1.0);
    assertThat(values.isSet(SIZE)).isFalse();
  }

  @Test
  void takesNoFurtherKeyOnceItIsUsed() {
    OptionTable table = new OptionTable("box");
    OptionKey<Integer> size = table.add("size", OptionType.integer(1, 9), 3, "The size.");
    OptionValues before = table.defaults();

    assertThrown(
            IllegalStateException.class, () -> table.add("age", OptionType.duration(), "The age."))
        .hasMessageContaining("\"age\" comes too late");
    assertThrown(
        IllegalStateException.class,
        () -> OptionTable.none().addRequired("a", OptionType.text(), "A."));
    assertThat(table.names()).containsExactly("size");
    assertThat(table.defaults()).isEqualTo(before);
    assertThat(before.get(size)).isEqualTo(3);
  }

  @Table(
      """
      {size: 3} | top level: "name" is missing; add it
      {name: a, sise: 3} | sise: this key is not known; did you mean "size"?
      {name: ' '} | name: the text is blank
      {name: [a]} | name: a text was expected here
      {name: a, size: 10} | size: size must be at most 9, not 10
      {name: a, size: 0} | size: size must be at least 1, not 0
      {name: a, size: 99999999999} | size: "99999999999" is not a whole number
      {name: a, size: 1.5} | size: "1.5" is not a whole number
      {name: a, age: 0s} | age: age must be positive
      {name: a, age: 366 days} | age: "366 days" is not a duration
      {name: a, age: 9000h} | age: age must be at most 365 days
      {name: a, share: 3} | share: share must be from 0.5 to 2, not 3.0
      {name: a, colour: Red} | colour: "Red" is not known; write one of red, dark_blue
      {name: a, parts: b} | parts: a list was expected
      """)
  void saysWhereAndWhatIsWrong(String yaml, String problem) {
    // A brace at the beginning would make it JSON.
    assertThrown(ConfigException.class, () -> read("--- " + yaml))
        .hasMessageStartingWith("box.yaml, line 1: " + problem);
  }

  @Test
  void checksWhatIsSetInJava() {
    OptionValues values = TABLE.defaults();

    assertThrown(ConfigException.class, () -> values.with(SIZE, 10))
        .hasMessage("box.size must be at most 9, not 10");
    assertThrown(NoSuchElementException.class, () -> values.get(NAME));
    assertThat(values.find(AGE)).isEmpty();
  }

  @Test
  void isEqualWhereTheValuesAreAndNotWhereTheyAreNot() {
    OptionValues values = TABLE.defaults().with(NAME, "a");

    assertThat(values.with(SIZE, 3)).isEqualTo(values).hasSameHashCodeAs(values);
    assertThat(values.with(SIZE, 4)).isNotEqualTo(values);
    assertThat(values)
        .hasToString(
            "{name=a, size=3, age=null, share=1.0, colour=RED, parts=[]," + " place=null}");
  }

  @Test
  void describesItsKeys() {
    assertThat(TABLE.schema().at("/properties/size").toString())
        .isEqualTo(
            "{\"description\":\"The size.\",\"type\":\"integer\",\"minimum\":1,\"maximum\":9,"
                + "\"default\":3}");
    assertThat(TABLE.schema().path("required").toString()).isEqualTo("[\"name\"]");
    assertThat(TABLE.schema().at("/properties/colour/enum").toString())
        .isEqualTo("[\"red\",\"dark_blue\"]");
  }

  @Property(tries = 200)
  void writesWhatItReadsAgain(
      @ForAll @LongRange(min = 1, max = 999_999_999) long millis, @ForAll String name) {
    OptionValues values =
        TABLE.defaults().with(AGE, Duration.ofMillis(millis)).with(NAME, "a" + name);

    Options again = Options.of("box", RawJson.parse(values.json().toString()).tree());

    assertThat(TABLE.read(again)).isEqualTo(values);
  }
}
