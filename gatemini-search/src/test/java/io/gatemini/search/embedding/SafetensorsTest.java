package io.gatemini.search.embedding;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.testing.Table;
import io.gatemini.testing.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsTest {
  private static final byte[] FILE =
      new Model2VecFixture()
          .floats("embeddings", List.of(2, 3), 1, 2, 3, 4, 5, 6)
          .halves("weights", "F16", List.of(2), 0x3c00, 0xc000)
          .safetensors();

  @Test
  void readsTensorsByTheirOffsets() {
    Safetensors file = Safetensors.of(FILE);

    assertThat(file.tensor("0", "embeddings").orElseThrow().floats())
        .containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(file.tensor("weights").orElseThrow().floats()).containsExactly(1, -2);
    assertThat(file.tensor("mapping")).isEmpty();
  }

  @Table(
      """
      [2,3] | [2,4] | of shape [2, 4] has 24 bytes
      [2,3] | [2147483647,2147483647] | has 24 bytes
      [2,3] | [2147483648,2] | has the size 2147483648
      [2,3] | [-2,-3] | has the size -2
      [2,3] | [0,99] | of shape [0, 99] has 24 bytes
      [2,3] | [2,3,1] | has 3 dimensions
      [2,3] | [] | has 0 dimensions
      [2,3] | 6 | has 0 dimensions
      [0,24] | [0,25] | lies at 0 to 25 of 24 bytes
      [0,24] | [24,0] | lies at 24 to 0
      [0,24] | [4294967296,4294967320] | are no two numbers in the file
      [0,24] | [-24,0] | are no two numbers in the file
      [0,24] | [0.5,24] | are no two numbers in the file
      [0,24] | [24] | are no two numbers in the file
      F32 | F8 | has the dtype "F8"; supported are [F64, F32, F16, BF16, I32, I8]
      F32 | I64 | has the dtype "I64"
      """)
  void refusesShapesAndOffsetsThatLie(String part, String lie, String message) {
    String header = "{\"embeddings\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}}";
    Safetensors file =
        Safetensors.of(Model2VecFixture.file(header.replace(part, lie), new byte[24]));

    assertThrown(ModelFormatException.class, () -> file.tensor("embeddings"))
        .hasMessageContaining("\"embeddings\"")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32, 1 << 30, 1_000})
  void refusesAHeaderLengthThatLies(long length) {
    byte[] file = FILE.clone();
    ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length);

    assertThrown(ModelFormatException.class, () -> Safetensors.of(file))
        .hasMessageContaining("the length of its header is " + Long.toUnsignedString(length));
  }

  @Values("`` | [] | { | {}x | 7 | {\"a\":1,\"a\":2}")
  void refusesAHeaderThatIsNoObject(String header) {
    assertThrown(
            ModelFormatException.class,
            () -> Safetensors.of(Model2VecFixture.file(header, new byte[0])))
        .hasMessageContaining("its header is no JSON");
  }

  @Property
  void refusesEveryTruncatedFile(@ForAll @IntRange(max = 500) int length) {
    byte[] cut = Arrays.copyOf(FILE, length % FILE.length);

    assertThrown(ModelFormatException.class, () -> readAll(cut))
        .hasMessageContaining("model.safetensors");
  }

  @Property
  void eitherReadsOrRefusesAFileWithWrongBytes(
      @ForAll @IntRange(max = 500) int at, @ForAll @ByteRange byte wrong) {
    byte[] file = FILE.clone();
    file[at % file.length] = wrong;

    readOrRefuse(file);
  }

  @Property
  void eitherReadsOrRefusesAnyBytes(@ForAll byte[] file) {
    readOrRefuse(file);
  }

  private static void readOrRefuse(byte[] file) {
    try {
      readAll(file);
    } catch (ModelFormatException e) {
      assertThat(e).hasMessageContaining("model.safetensors");
    }
  }

  private static void readAll(byte[] bytes) {
    Safetensors file = Safetensors.of(bytes);
    for (String name : List.of("embeddings", "weights")) {
      file.tensor(name).ifPresent(Safetensors.Tensor::floats);
    }
  }
}
