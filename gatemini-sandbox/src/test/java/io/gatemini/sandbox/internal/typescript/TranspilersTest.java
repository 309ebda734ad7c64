package io.gatemini.sandbox.internal.typescript;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import io.gatemini.spi.TypeScriptTranspiler.Transpiled;
import io.gatemini.testing.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TranspilersTest {
  /** Takes texts up to a length, and counts them. */
  private static class Fake implements TypeScriptTranspiler {
    final String name;
    final int length;
    final boolean available;
    final List<String> seen = new ArrayList<>();

    Fake(String name, int length, boolean available) {
      this.name = name;
      this.length = length;
      this.available = available;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean isAvailable() {
      return available;
    }

    @Override
    public boolean accepts(String source) {
      return source.length() <= length;
    }

    @Override
    public Transpiled transpile(String source, Form form) {
      seen.add(source);
      if (source.startsWith("bad")) {
        throw new ScriptException("bad (line 3)");
      }
      return new Transpiled(name + ":" + source, List.of());
    }
  }

  @Test
  void asksTheFirstThatWorksAndTheNextForWhatIsTooLong() {
    Transpilers chain =
        new Transpilers(
            () ->
                List.of(
                    new Fake("absent", 100, false),
                    new Fake("short", 5, true),
                    new Fake("long", 9, true)));

    assertThat(chain.transpile("12345", Form.BODY).code()).isEqualTo("short:12345");
    assertThat(chain.transpile("123456", Form.BODY).code()).isEqualTo("long:123456");
    assertThrown(ScriptException.class, () -> chain.transpile("1234567890", Form.BODY))
        .hasMessageContaining("too long or nested too deeply");
  }

  @Test
  void keepsResultsAndFailures() {
    Fake fake = new Fake("fake", 100, true);
    Transpilers chain = new Transpilers(() -> List.of(fake));

    for (int i = 0; i < 3; i++) {
      assertThat(chain.transpile("a", Form.BODY).code()).isEqualTo("fake:a");
      assertThat(chain.transpile("a", Form.MODULE).code()).isEqualTo("fake:a");
      assertThatThrownBy(() -> chain.transpile("bad", Form.BODY)).hasMessage("bad (line 3)");
    }

    assertThat(fake.seen).containsExactly("a", "a", "bad");
  }

  @Test
  void keepsNoMoreThanItsBytes() {
    Fake fake = new Fake("fake", 10_000_000, true);
    Transpilers chain = new Transpilers(() -> List.of(fake));

    for (int i = 0; i < 20; i++) {
      chain.transpile(i + " ".repeat(1_000_000), Form.BODY);
    }
    fake.seen.clear();
    for (int i = 0; i < 20; i++) {
      chain.transpile(i + " ".repeat(1_000_000), Form.BODY);
    }

    assertThat(fake.seen).hasSizeGreaterThanOrEqualTo(17);
  }

  @Test
  void namesWhatToAddWhereThereIsNone() {
    Transpilers chain = new Transpilers(() -> List.of(new Fake("absent", 100, false)));

    assertThrown(ScriptException.class, () -> chain.transpile("let x: number", Form.BODY))
        .hasMessageContaining("org.mvnpm:sucrase");
  }

  @Test
  @Timeout(30)
  void answersFromTheCacheWhileAnotherTextTakesLong() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Fake slow =
        new Fake("slow", 100, true) {
          @Override
          public Transpiled transpile(String source, Form form) {
            if (source.equals("slow")) {
              started.countDown();
              awaitUninterruptibly(release);
            }
            return super.transpile(source, form);
          }
        };
    Transpilers chain = new Transpilers(() -> List.of(slow));
    chain.transpile("known", Form.BODY);

    CompletableFuture<Transpiled> pending =
        CompletableFuture.supplyAsync(
            () -> chain.transpile("slow", Form.BODY), work -> new Thread(work).start());
    started.await();

    assertThat(chain.transpile("known", Form.BODY).code()).isEqualTo("slow:known");
    assertThat(chain.transpile("new", Form.BODY).code()).isEqualTo("slow:new");
    release.countDown();
    assertThat(pending.get(60, TimeUnit.SECONDS).code()).isEqualTo("slow:slow");
  }

  @Test
  void refusesWhatIsTooLong() {
    Transpilers chain = new Transpilers(() -> List.of(new SucraseTranspiler()));

    assertThat(chain.transpile("const a: number = 1", Form.BODY).code()).contains("a = 1");
    assertThatThrownBy(() -> chain.transpile("//" + " ".repeat(200_000), Form.BODY))
        .hasMessageContaining("too long");
  }

  @Test
  void findsTheLineInAMessage() {
    assertThat(Transpilers.lineOf("Unexpected token (line 12)")).hasValue(12);
    assertThat(Transpilers.lineOf("it is nested too deeply")).isEmpty();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    Patience.hold(latch);
  }
}
