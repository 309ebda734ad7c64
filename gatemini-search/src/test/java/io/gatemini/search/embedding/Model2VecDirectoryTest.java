package io.gatemini.search.embedding;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gatemini.testing.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expected vectors were computed in double precision with plain Python (its struct module for the
 * half floats), for the text "Read files read": pieces 1, 2, 3 and 1.
 */
class Model2VecDirectoryTest {
  private static final Offset<Float> EXACT = within(1e-6f);
  private static final List<Integer> SHAPE = List.of(4, 3);
  private static final double[] ROWS = {
    0.5, -1.25, 2.0, 0.1, 0.2, -0.3, 3.0, 0.0, -0.75, -0.0625, 1.5, 0.33
  };

  @TempDir private Path directory = Path.of("");

  private float[] encode(Model2VecFixture fixture) throws IOException {
    return StaticModel.load(fixture.write(directory)).encode("Read files read");
  }

  private Model2VecFixture floats() {
    return new Model2VecFixture().floats("embeddings", SHAPE, ROWS);
  }

  @ParameterizedTest
  @CsvSource({"embeddings", "0", "embedding.weight"})
  void readsFloats(String tensor) throws IOException {
    float[] vector = encode(new Model2VecFixture().floats(tensor, SHAPE, ROWS));

    assertThat(vector).containsExactly(new float[] {0.8241097f, 0.4990624f, -0.2679177f}, EXACT);
  }

  @Test
  void readsHalfFloats() throws IOException {
    int[] bits = {
      0x3800, 0xbd00, 0x4000, 0x2e66, 0x3266, 0xb4cd, 0x4200, 0, 0xba00, 0xac00, 0x3e00, 0x3548
    };

    float[] vector = encode(new Model2VecFixture().halves("embeddings", "F16", SHAPE, bits));

    assertThat(vector).containsExactly(new float[] {0.824115f, 0.4990478f, -0.2679287f}, EXACT);
  }

  @Test
  void readsBrainFloats() throws IOException {
    int[] bits = {
      0x3f00, 0xbfa0, 0x4000, 0x3dcd, 0x3e4d, 0xbe9a, 0x4040, 0, 0xbf40, 0xbd80, 0x3fc0, 0x3ea9
    };

    float[] vector = encode(new Model2VecFixture().halves("embeddings", "BF16", SHAPE, bits));

    assertThat(vector).containsExactly(new float[] {0.8239978f, 0.4990662f, -0.2682545f}, EXACT);
  }

  @Test
  void readsBytes() throws IOException {
    byte[] values = {1, -2, 3, 100, -128, 7, -5, 127, 0, 64, 32, -16};

    float[] vector =
        encode(new Model2VecFixture().tensor("embeddings", "I8", SHAPE, out -> out.put(values)));

    assertThat(vector).containsExactly(new float[] {0.9364532f, -0.350718f, -0.0072313f}, EXACT);
  }

  @Test
  void appliesWeightsAndMapping() throws IOException {
    Model2VecFixture fixture =
        floats()
            .tensor(
                "weights",
                "F64",
                List.of(4),
                out -> out.putDouble(1).putDouble(0.25).putDouble(2).putDouble(0.5))
            .tensor(
                "mapping", "I32", List.of(4), out -> out.putInt(0).putInt(2).putInt(1).putInt(2));

    assertThat(encode(fixture))
        .containsExactly(new float[] {0.9153137f, 0.1144142f, -0.386148f}, EXACT);
  }

  @Test
  void readsHalfFloatsAtTheirLimits() {
    assertThat(ElementType.halfToFloat((short) 0x0001)).isEqualTo(0x1p-24f);
    assertThat(ElementType.halfToFloat((short) 0x8001)).isEqualTo(-0x1p-24f);
    assertThat(ElementType.halfToFloat((short) 0x03ff)).isEqualTo(1023 * 0x1p-24f);
    assertThat(ElementType.halfToFloat((short) 0x0400)).isEqualTo(0x1p-14f);
    assertThat(ElementType.halfToFloat((short) 0x7bff)).isEqualTo(65504f);
    assertThat(ElementType.halfToFloat((short) 0x7c00)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(ElementType.halfToFloat((short) 0x7e00)).isNaN();
  }

  @Test
  void countsTheFirst512Pieces() throws IOException {
    StaticModel model = StaticModel.load(floats().write(directory));

    assertThat(model.encode("read ".repeat(512) + "file ".repeat(500)))
        .containsExactly(model.encode("read"), within(1e-5f)); // 512 additions of floats
  }

  @Test
  void leavesIdentifiersAloneUnlessAsked() throws IOException {
    StaticModel model = StaticModel.load(floats().write(directory));

    assertThat(model.encode("readFile")).containsExactly(0, 0, 0);
    assertThat(model.splittingIdentifiers(true).encode("readFile"))
        .containsExactly(model.encode("read file"), EXACT);
  }

  @Test
  void doesWithoutAConfiguration() throws IOException {
    Files.delete(floats().write(directory).resolve("config.json"));

    StaticModel model = StaticModel.load(directory);

    assertThat(model.name()).isEqualTo(directory.getFileName().toString());
    assertThat(model.metadata()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"model.safetensors", "tokenizer.json"})
  void saysWhichFileIsMissing(String file) throws IOException {
    Files.delete(floats().write(directory).resolve(file));

    assertRefused("the model directory \"" + directory.getFileName() + "\" has no " + file);
  }

  @Table(
      """
      WordPiece | Unigram | a model of type Unigram; supported is WordPiece
      BertNormalizer | Lowercase | a normalizer of type Lowercase; supported is BertNormalizer
      BertPreTokenizer | Metaspace | a pre_tokenizer of type Metaspace
      prefix": "## | prefix": " | the continuing_subword_prefix ""
      word": 100 | word": 0 | max_input_chars_per_word 0
      "file": 2 | "file": -2 | numbers the token "file" with -2
      "file": 2 | "file": 9 | numbers tokens up to 9, model.safetensors has 4 rows
      vocab | words | no model.vocab
      }}} | }} | tokenizer.json of the model directory is no JSON
      """)
  void refusesOtherTokenizers(String part, String other, String message) throws IOException {
    floats().write(directory);
    String changed = Model2VecFixture.TOKENIZER.replace(part, other);
    Files.writeString(directory.resolve("tokenizer.json"), changed);

    assertRefused(message);
  }

  @Test
  void refusesTensorsThatDoNotFit() throws IOException {
    new Model2VecFixture().floats("vectors", SHAPE, ROWS).write(directory);
    assertRefused("no tensor \"embeddings\", \"0\" or \"embedding.weight\"");

    new Model2VecFixture().floats("embeddings", List.of(12), ROWS).write(directory);
    assertRefused("\"embeddings\" of model.safetensors is F32 of shape [12]");

    floats().floats("weights", List.of(3), 1, 1, 1).write(directory);
    assertRefused("\"weights\" of model.safetensors is F32 of shape [3]; it must have one value");

    floats().floats("mapping", List.of(4), 0, 1, 2, 3).write(directory);
    assertRefused("\"mapping\" of model.safetensors is F32 of shape [4]; it must have the dtype");

    floats()
        .tensor("mapping", "I32", List.of(4), out -> out.putInt(0).putInt(4).putInt(1).putInt(1))
        .write(directory);
    assertRefused("names row 4 of 4");

    double[] infinite = ROWS.clone();
    infinite[5] = Double.POSITIVE_INFINITY;
    new Model2VecFixture().floats("embeddings", SHAPE, infinite).write(directory);
    assertRefused("\"embeddings\" has the value Infinity");
  }

  private void assertRefused(String message) {
    assertThrown(ModelFormatException.class, () -> StaticModel.load(directory))
        .hasMessageContaining(message);
  }
}
