package io.gatemini.sandbox.internal.worker;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.BackendCallException;
import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.UnknownToolException;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.TestHost;
import io.gatemini.spi.ScriptEngine.Limits;
import io.gatemini.spi.ScriptEngine.Outcome;
import io.gatemini.spi.ScriptEngine.Program;
import io.gatemini.spi.ScriptEngine.Status;
import io.gatemini.spi.ScriptHost.ScriptTool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;

/** The frames between a gateway and its workers. */
class WorkerWireTest {
  @Property
  void readsTheFrameThatWasWritten(
      @ForAll WorkerFrame.Type type, @ForAll int run, @ForAll int request, @ForAll byte[] body)
      throws IOException {
    InputStream in = new ByteArrayInputStream(written(new WorkerFrame(type, run, request, body)));

    WorkerFrame read = WorkerFrame.readFrom(in);

    assertThat(read).isNotNull();
    assertThat(read.type()).isEqualTo(type);
    assertThat(read.run()).isEqualTo(run);
    assertThat(read.request()).isEqualTo(request);
    assertThat(read.body()).isEqualTo(body);
    assertThat(WorkerFrame.readFrom(in)).isNull();
  }

  @Property
  void passesOverWhatAVirtualMachinePrintsBetweenFrames(@ForAll @AlphaChars String noise)
      throws IOException {
    ByteArrayOutputStream pipe = new ByteArrayOutputStream();
    for (int i = 1; i <= 2; i++) {
      pipe.writeBytes((noise + "\n").getBytes(StandardCharsets.UTF_8));
      WorkerFrame.of(WorkerFrame.Type.STOP, i, 0).writeTo(pipe);
    }
    InputStream in = new ByteArrayInputStream(pipe.toByteArray());

    WorkerFrame first = WorkerFrame.readFrom(in);
    WorkerFrame second = WorkerFrame.readFrom(in);

    assertThat(first).isNotNull();
    assertThat(second).isNotNull();
    assertThat(first.run()).isEqualTo(1);
    assertThat(second.run()).isEqualTo(2);
  }

  @Property
  void reportsForeignBytes(@ForAll byte[] bytes, @ForAll boolean marked) {
    byte[] stream = bytes;
    if (marked && bytes.length > 4) {
      System.arraycopy(new byte[] {0, 'G', 'M', 1}, 0, bytes, 0, 4);
    }

    try {
      WorkerFrame.readFrom(new ByteArrayInputStream(stream));
    } catch (WorkerProtocolException | EOFException e) {
      assertThat(e).hasMessageNotContaining("null");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Example
  void givesUpOnEndlessNoise() {
    InputStream noise = new ByteArrayInputStream(new byte[1 << 20]);

    assertThrown(WorkerProtocolException.class, () -> WorkerFrame.readFrom(noise));
  }

  @Property
  void reportsABodyThatIsNotWhatItShouldBe(@ForAll byte[] body) {
    List<Runnable> readings =
        List.of(
            () -> WorkerCodec.outcome(new WireReader(body)),
            () -> WorkerCodec.program(new WireReader(body)),
            () -> WorkerCodec.limits(new WireReader(body)),
            () -> WorkerCodec.scriptTool(new WireReader(body)),
            () -> WorkerCodec.failure(new WireReader(body)));

    for (Runnable reading : readings) {
      try {
        reading.run();
      } catch (WorkerProtocolException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }

  @Property
  void carriesPrograms(
      @ForAll String code, @ForAll @AlphaChars String value, @ForAll boolean nested) {
    RawJson params = RawJson.of(JsonNodeFactory.instance.objectNode().put("a", value));
    Program program = new Program(code, "javascript", Optional.of(params), nested, !nested);
    WireWriter out = new WireWriter();

    WorkerCodec.write(out, program);

    Program read = WorkerCodec.program(new WireReader(out.toByteArray()));
    // A lone surrogate is no text that could cross; everything else is as it was.
    assertThat(read.code()).isEqualTo(asUtf8(code));
    assertThat(read.params()).contains(params);
    assertThat(read.nested()).isEqualTo(nested);
    assertThat(read.plan()).isEqualTo(!nested);
  }

  @Property
  void carriesOutcomes(
      @ForAll Status status,
      @ForAll @AlphaChars String message,
      @ForAll @Size(max = 5) List<@AlphaChars String> logs) {
    Outcome outcome = new Outcome(status, RawJson.parse("[1,2]"), message, OptionalInt.of(3), logs);
    WireWriter out = new WireWriter();

    WorkerCodec.write(out, outcome);

    assertThat(WorkerCodec.outcome(new WireReader(out.toByteArray()))).isEqualTo(outcome);
  }

  @Example
  void carriesConfigurationLimitsAndNames() {
    SandboxConfig config =
        SandboxConfig.defaults()
            .isolation(SandboxConfig.Isolation.AUTO)
            .workers(3)
            .maxStatements(1L << 40)
            .stackBytes(1 << 21);
    Limits limits = new Limits(Duration.ofNanos(1L << 40), 2, 3, 4, 5, 1L << 41, 1L << 42);
    ScriptTool tool = new ScriptTool("do_it", TestHost.definition("demo", "do-it"));
    WireWriter out = new WireWriter();

    WorkerCodec.write(out, config);
    WorkerCodec.write(out, limits, limits.timeout());
    WorkerCodec.write(out, tool);

    WireReader in = new WireReader(out.toByteArray());
    assertThat(WorkerCodec.config(in)).isEqualTo(config);
    assertThat(WorkerCodec.limits(in)).isEqualTo(limits);
    ScriptTool read = WorkerCodec.scriptTool(in);
    assertThat(read.identifier()).isEqualTo("do_it");
    assertThat(read.tool().key()).isEqualTo("demo.do-it");
    assertThat(read.tool().backend()).isEqualTo("demo");
    assertThat(read.tool().originalName()).isEqualTo("do-it");
  }

  @Example
  void carriesFailuresByKindAndMessage() {
    assertThat(crossed(new CompletionException(new UnknownToolException("no such"))))
        .isInstanceOf(UnknownToolException.class)
        .hasMessage("no such");
    assertThat(crossed(new CallTimeoutException("late"))).isInstanceOf(CallTimeoutException.class);
    assertThat(crossed(new BackendCallException("x"))).isInstanceOf(BackendCallException.class);
    assertThat(crossed(new IllegalStateException("inside")))
        .isNotInstanceOf(GatewayException.class);
  }

  private static RuntimeException crossed(Throwable failure) {
    WireWriter out = new WireWriter();
    WorkerCodec.writeFailure(out, failure);
    return WorkerCodec.failure(new WireReader(out.toByteArray()));
  }

  @Example
  void findsTheWordsOfAProgram() {
    assertThat(WorkerHost.words("const r = await my_backend.web_search({q: 'über $x1'})"))
        .containsExactly("const", "r", "await", "my_backend", "web_search", "q", "über", "$x1");
    assertThat(WorkerHost.words("a".repeat(10) + " b".repeat(9_000))).hasSize(2);
  }

  private static byte[] written(WorkerFrame frame) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    frame.writeTo(out);
    return out.toByteArray();
  }

  private static String asUtf8(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
