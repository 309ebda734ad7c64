package io.gatemini.examples.acceptance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A test of the bundled server as a process; nothing that it started is left. */
abstract class LeavesNoProcess {
  @TempDir Path directory = Path.of("");

  final List<RawMcpClient> started = new ArrayList<>();

  @AfterEach
  void killWhatIsLeft() {
    started.forEach(RawMcpClient::close);
    Processes.killAll(directory);
  }
}
