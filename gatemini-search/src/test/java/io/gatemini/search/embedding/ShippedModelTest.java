package io.gatemini.search.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ShippedModelTest {
  private static final int LARGEST = 8_000_000;

  @Test
  void isTheFileThatItsCardDescribes() throws IOException, NoSuchAlgorithmException {
    String card = Files.readString(Path.of("src", "distill", "MODEL.md"));

    byte[] model = model();

    assertThat(model).hasSizeLessThanOrEqualTo(LARGEST);
    assertThat(card)
        .contains(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(model)));
  }

  @Test
  void findsTheToolThatSharesNoWordWithTheRequest() {
    StaticModel model = StaticModel.bundled().orElseThrow();
    float[] request = model.encode("will it rain in Lisbon?");

    float near = dot(request, model.encode("get_forecast Returns the weather of a place"));
    float far = dot(request, model.encode("create_issue Files a bug report in a repository"));

    assertThat(near).isGreaterThan(far + 0.1f);
  }

  private static float dot(float[] a, float[] b) {
    float sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static byte[] model() throws IOException {
    try (InputStream in = StaticModel.class.getResourceAsStream("model.gsem")) {
      assertThat(in).isNotNull();
      return in.readAllBytes();
    }
  }
}
