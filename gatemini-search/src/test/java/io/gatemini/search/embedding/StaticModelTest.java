package io.gatemini.search.embedding;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.search.embedding.GsemFile.Row;
import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticModelTest {
  private static final Offset<Float> EXACT = within(1e-6f);

  private static final GsemFile FILE =
      new GsemFile(
          2,
          "{\"name\":\"tiny\",\"licence\":\"Apache-2.0\"}",
          List.of("web", "search", "web search", "##es", "."),
          List.of(
              Row.of(0.01f, 100, 0),
              Row.of(0.02f, 0, 100),
              Row.of(0.5f, -2, 0),
              Row.of(1, -128, 127),
              Row.of(1, 0, 0)));

  private final StaticModel model = FILE.model();

  @Test
  void addsUpTheRowsOfItsPieces() {
    float[] vector = model.encode("web. search");

    assertThat(vector).containsExactly(new float[] {0.4472136f, 0.8944272f}, EXACT);
  }

  @Test
  void addsTheRowOfAPair() {
    assertThat(model.encode("webSearch")).containsExactly(new float[] {0, 1}, EXACT);
    assertThat(model.encode("searches"))
        .containsExactly(new float[] {-128 / 180.3136f, 129f / 181.7278f}, within(0.01f));
  }

  @Test
  void splitsIdentifiersUnlessToldNotTo() {
    StaticModel raw = model.splittingIdentifiers(false);

    assertThat(raw.encode("webSearch")).containsExactly(0, 0);
    assertThat(model.encode("webSearch")).containsExactly(model.encode("web search"));
  }

  @Test
  void answersZerosWhenNothingIsKnown() {
    assertThat(model.encode("")).containsExactly(0, 0);
    assertThat(model.encode("完全に未知")).containsExactly(0, 0);
    assertThat(model.encode("...")).containsExactly(0, 0);
  }

  @Test
  void tellsOfItself() {
    assertThat(model.name()).isEqualTo("tiny");
    assertThat(model.metadata().get("licence").asText()).isEqualTo("Apache-2.0");
    assertThat(model.dims()).isEqualTo(2);
    assertThat(model.knowsWord("search")).isTrue();
    assertThat(model.knowsWord("es")).isFalse();
    assertThat(model.bytes()).isBetween(10L, 1_000L);
  }

  @Test
  void isEmptyWhereNoModelIsBundled() {
    assertThat(StaticModel.ofResource("/no/such/model.gsem")).isEmpty();
  }

  @Test
  void loadsAFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("own.gsem");
    Files.write(file, FILE.bytes());

    assertThat(StaticModel.load(file).name()).isEqualTo("tiny");
    assertThrown(
            ModelFormatException.class, () -> StaticModel.load(directory.resolve("other.gsem")))
        .hasMessage("the embedding model \"other.gsem\" cannot be read");
  }

  /** The head is 8 bytes of magic, dims at 8, rows at 12, the length of the metadata at 16. */
  @Table(
      """
      0 | 7 | it does not start with GSEM1
      8 | 0 | dims is 0
      8 | 2147483647 | dims is 2147483647
      8 | 3 | its rows should have 15 bytes, the file ends after 10
      8 | 1 | bytes after the last row
      12 | -1 | rows is -1
      12 | 1073741823 | rows is 1073741823
      12 | 6 | 5 tokens for 6 rows
      16 | -5 | the length of its metadata is -5
      16 | 2147483647 | its metadata should have 2147483647 bytes
      16 | 1 | its metadata is no JSON
      """)
  void namesThePartThatIsDamaged(int at, int value, String message) {
    byte[] file = FILE.bytes();
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);

    assertThrown(ModelFormatException.class, () -> GsemFile.read(file))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.NEGATIVE_INFINITY, 1e30f})
  void refusesScalesThatMakeSumsOverflow(float scale) {
    GsemFile file = new GsemFile(1, "{}", List.of("a"), List.of(Row.of(scale, 1)));

    assertThrown(ModelFormatException.class, file::model)
        .hasMessageContaining("a row scale is " + scale);
  }

  @Test
  void refusesATokenThatIsThereTwice() {
    GsemFile file = new GsemFile(1, "{}", List.of("a", "a"), List.of(Row.of(1, 1), Row.of(1, 2)));

    assertThrown(ModelFormatException.class, file::model)
        .hasMessageContaining("the token \"a\" is there twice");
  }

  @Property
  void refusesEveryTruncatedFile(@ForAll @IntRange(max = 120) int length) {
    byte[] file = FILE.bytes();
    byte[] cut = Arrays.copyOf(file, Math.min(length, file.length - 1));

    assertThrown(ModelFormatException.class, () -> GsemFile.read(cut));
  }

  @Property
  void eitherLoadsOrRefusesAFileWithWrongBytes(
      @ForAll @IntRange(max = 120) int at, @ForAll @ByteRange byte wrong) {
    byte[] file = FILE.bytes();
    file[at % file.length] = wrong;

    try {
      assertUnitOrZero(GsemFile.read(file).encode("web search searches"));
    } catch (ModelFormatException e) {
      assertThat(e).hasMessageStartingWith("the embedding model is damaged: ");
    }
  }

  @Property
  void encodesAnyTextToLengthOneOrZero(@ForAll("texts") String text) {
    float[] vector = model.encode(text);

    assertUnitOrZero(vector);
    assertThat(model.encode(text)).isEqualTo(vector);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().all().ofMaxLength(40),
        Arbitraries.of("web", "search", "es", ".", " ", "Web").list().ofMaxSize(9).map(this::join));
  }

  private String join(List<String> parts) {
    return String.join("", parts);
  }

  private static void assertUnitOrZero(float[] vector) {
    double sum = 0;
    for (float value : vector) {
      sum += value * value;
    }
    if (sum != 0) {
      assertThat(sum).isCloseTo(1, within(1e-5));
    }
  }
}
