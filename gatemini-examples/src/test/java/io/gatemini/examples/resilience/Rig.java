package io.gatemini.examples.resilience;

import io.gatemini.config.BackendConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** A faulty server and the strings it hangs on. */
interface Rig extends AutoCloseable {
  /** How the gateway reaches it. */
  BackendConfig config();

  /** From here on it shows its fault. */
  void arm();

  /** From here on it behaves. */
  void disarm();

  /** The texts of the calls it executed. */
  List<String> executed();

  /** All processes it has been, and has started. */
  List<Long> pids();

  /** When the fault came, in milliseconds of the epoch. */
  OptionalLong moment();

  /** The requests that the gateway reported as given up. */
  List<String> cancelled();

  @Override
  void close();

  /** A process, started by the gateway. */
  static Rig process(Fault fault, Path directory) {
    return new Rig() {
      @Override
      public BackendConfig config() {
        return fault.config(directory);
      }

      @Override
      public void arm() {
        try {
          Files.writeString(directory.resolve(Fault.ARMED), "");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public void disarm() {
        try {
          Files.deleteIfExists(directory.resolve(Fault.ARMED));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public List<String> executed() {
        return lines(Fault.EXECUTED);
      }

      @Override
      public List<Long> pids() {
        return lines(Fault.PIDS).stream().map(Long::valueOf).toList();
      }

      @Override
      public OptionalLong moment() {
        return lines(Fault.MOMENT).stream().mapToLong(Long::parseLong).findFirst();
      }

      @Override
      public List<String> cancelled() {
        return lines(Fault.CANCELLED);
      }

      private List<String> lines(String file) {
        return Processes.notes(directory.resolve(file));
      }

      @Override
      public void close() {
        Processes.killAll(pids());
      }
    };
  }

  /** A server in this process. */
  static Rig http(HttpFault fault) {
    FaultyHttpServer server = new FaultyHttpServer(fault);
    return new Rig() {
      @Override
      public BackendConfig config() {
        return BackendConfig.streamableHttp(server.url());
      }

      @Override
      public void arm() {
        server.arm();
      }

      @Override
      public void disarm() {
        server.disarm();
      }

      @Override
      public List<String> executed() {
        return server.executed();
      }

      @Override
      public List<Long> pids() {
        return List.of();
      }

      @Override
      public OptionalLong moment() {
        return OptionalLong.empty();
      }

      @Override
      public List<String> cancelled() {
        return List.of();
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }
}
