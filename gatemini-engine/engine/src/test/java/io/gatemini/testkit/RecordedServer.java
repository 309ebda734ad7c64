package io.gatemini.testkit;

import io.gatemini.config.BackendConfig;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A server whose answers stand in a file: tests run without it, and give the same wherever they
 * run. With {@code -Dgatemini.record=true} the real server is started, and what it answers to the
 * calls of the tests is written when their gateway is closed.
 *
 * <pre>{@code
 * RecordedServer github =
 *     RecordedServer.of(
 *         Path.of("src/test/resources/github.json"),
 *         BackendConfig.stdio("github-mcp-server", "stdio"));
 * Gateway gateway =
 *     Gateway.builder().plugin(github).backend("github", github.config()).build();
 * }</pre>
 *
 * <p>An answer is found by its tool and the arguments, whatever the order of their members; of
 * several answers to the same call the file has the last. A call that it has not fails, and says
 * how to record it. Recording keeps the answers to other calls: delete the file to begin anew.
 *
 * <p><b>Secrets:</b> arguments and answers stand in the file as they are. Look at it before it goes
 * to where others read it. Keys and headers of the configuration are not recorded.
 *
 * <p>Thread-safe; one process at a time may record into a file.
 */
public final class RecordedServer implements BackendProvider {
  /** The system property that has the real server asked: {@code true}. */
  public static final String RECORD = "gatemini.record";

  private final Path file;
  private final BackendConfig real;
  private final boolean recording;

  private RecordedServer(Path file, BackendConfig real, boolean recording) {
    this.file = Objects.requireNonNull(file, "file");
    this.real = Objects.requireNonNull(real, "real");
    this.recording = recording;
  }

  /**
   * A server that is recorded in a file.
   *
   * @param file in JSON; need not exist before it is recorded
   * @param real how the real server is reached
   */
  public static RecordedServer of(Path file, BackendConfig real) {
    return new RecordedServer(file, real, Boolean.getBoolean(RECORD));
  }

  /** The same, recording or not, whatever the system property says. */
  public RecordedServer recording(boolean recording) {
    return new RecordedServer(file, real, recording);
  }

  /**
   * The configuration of a backend that is this server, in a gateway that has it as a plug-in.
   * Tags, limits and other settings of the gateway go on top of it.
   */
  public BackendConfig config() {
    return BackendConfig.of(name()).startTimeout(real.startTimeout());
  }

  /** The name of its transport: two recordings of one gateway are two files of other names. */
  @Override
  public String name() {
    return "recorded-" + file.getFileName();
  }

  @Override
  public Backend create(BackendContext context) {
    return recording
        ? new RecordingBackend(file, real, context)
        : new ReplayingBackend(file, context.name());
  }
}
