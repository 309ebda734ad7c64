package io.gatemini.internal.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class SealTest {
  private static final byte[] OLD = new byte[16];
  private static final byte[] NEW = "0123456789abcdef0123456789abcdef".getBytes();

  @Test
  void opensWhatAnyOfItsKeysSealed() {
    String before = new Seal(List.of(OLD)).seal("text", "purpose");

    Seal rotated = new Seal(List.of(NEW, OLD));

    assertThat(rotated.open(before, "purpose")).contains("text");
    String after = rotated.seal("text", "purpose");
    assertThat(new Seal(List.of(NEW)).open(after, "purpose")).contains("text");
    assertThat(new Seal(List.of(OLD)).open(after, "purpose")).isEmpty();
  }

  @Test
  void opensNothingElse() {
    Seal seal = Seal.ofProcess();
    String sealed = seal.seal("text", "purpose");

    assertThat(sealed).isNotEqualTo(seal.seal("text", "purpose"));
    assertThat(seal.open(sealed, "another purpose")).isEmpty();
    assertThat(Seal.ofProcess().open(sealed, "purpose")).isEmpty();
    byte[] bytes = Base64.getUrlDecoder().decode(sealed);
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 1;
      assertThat(seal.open(Base64.getUrlEncoder().encodeToString(changed), "purpose")).isEmpty();
    }
    for (String none : List.of("", "A", "====", "AAAAAAAAAAAAAAAA", "ä".repeat(40))) {
      assertThat(seal.open(none, "purpose")).isEmpty();
    }
  }
}
