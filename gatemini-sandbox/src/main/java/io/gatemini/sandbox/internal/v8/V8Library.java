package io.gatemini.sandbox.internal.v8;

import com.caoccao.javet.enums.JSRuntimeType;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.loader.IJavetLibLoadingListener;
import com.caoccao.javet.interop.loader.JavetLibLoader;
import com.caoccao.javet.interop.options.V8Flags;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.worker.ClassArchives;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The native part of V8, once for a process. It is loaded from a directory of this user where it
 * lies unpacked: unpacking its 40 MB takes longer than all else that starts a worker.
 */
final class V8Library {
  /** Above the limit that V8 keeps: what the gateway's own code may take of a program's stack. */
  private static final int RESERVED_STACK_BYTES = 512 << 10;

  private V8Library() {}

  /** The resource that holds it for this platform; empty where no jar does. */
  static Optional<URL> resource() {
    return Optional.ofNullable(V8Library.class.getResource(name()));
  }

  /** As Javet's own loader has it, which would load Java's logging and management to say so. */
  static String name() {
    String os = System.getProperty("os.name", "");
    String system = os.startsWith("Mac") ? "macos" : os.startsWith("Windows") ? "windows" : "linux";
    boolean arm = !system.equals("windows") && "aarch64".equals(System.getProperty("os.arch"));
    String kind = Map.of("macos", "dylib", "windows", "dll", "linux", "so").get(system);
    return ("/libjavet-v8-" + system + (arm ? "-arm64" : "-x86_64"))
        + (".v." + JavetLibLoader.LIB_VERSION + "." + kind);
  }

  /**
   * Loads it.
   *
   * @param cache the directory where it lies unpacked, or is put; one without room is passed over
   * @throws IllegalStateException where it cannot be loaded, with the reason
   */
  static V8Host load(SandboxConfig sandbox, Path cache) {
    URL packed =
        resource().orElseThrow(() -> new IllegalStateException("there is none for this platform"));
    Path directory = unpacked(packed, places(cache));
    JavetLibLoader.setLibLoadingListener(
        new IJavetLibLoadingListener() {
          @Override
          public File getLibPath(JSRuntimeType type) {
            return directory.toFile();
          }

          @Override
          public boolean isDeploy(JSRuntimeType type) {
            return false;
          }
        });
    int heap = (int) (sandbox.workerHeapBytes() >> 20);
    V8Flags flags = V8RuntimeOptions.V8_FLAGS;
    if (flags.isSealed()
        && !(flags.getMaxHeapSize() == heap && flags(sandbox).equals(flags.getCustomFlags()))) {
      throw new IllegalStateException(
          "another gateway of this process runs it with other bounds; give both the same"
              + " worker_heap_bytes, stack_bytes and jit");
    }
    flags.setMaxHeapSize(heap).setCustomFlags(flags(sandbox));
    V8Host host = V8Host.getV8Instance();
    if (!host.isLibraryLoaded()) {
      Throwable reason = host.getLastException();
      while (reason != null && reason.getCause() != null) {
        reason = reason.getCause();
      }
      throw new IllegalStateException(
          "it cannot be loaded" + (reason == null ? "" : ": " + reason.getMessage()));
    }
    return host;
  }

  /** Without its compiler V8 writes no machine code; programs that glue tools lose nothing. */
  static String flags(SandboxConfig sandbox) {
    int stack = Math.max(sandbox.stackBytes() / 2, sandbox.stackBytes() - RESERVED_STACK_BYTES);
    return (sandbox.jit() ? "--no-expose-wasm" : "--jitless") + " --stack-size=" + (stack >> 10);
  }

  /** The directories for it: who can write there could give this process code of his own. */
  private static List<Path> places(Path cache) {
    String own = "gatemini-" + System.getProperty("user.name");
    // The temporary files of a worker are in a directory of its own.
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    return List.of(cache, temporary.resolveSibling(own), Path.of("/dev/shm", own), temporary);
  }

  /**
   * The first directory that has it, or has room for it.
   *
   * @throws IllegalStateException naming them, where none has
   */
  static Path unpacked(URL packed, List<Path> places) {
    Path name = Path.of(packed.getPath()).getFileName();
    List<String> refused = new ArrayList<>();
    for (Path place : places) {
      try {
        unpack(packed, ClassArchives.directory(place).resolve(name.toString()));
        return place;
      } catch (IOException e) {
        refused.add(place + " (" + e.getMessage() + ")");
      }
    }
    throw new IllegalStateException(
        "it cannot be unpacked into " + String.join(", nor ", refused) + "; make room in one");
  }

  private static void unpack(URL packed, Path file) throws IOException {
    if (Files.exists(file) && Files.size(file) == packed.openConnection().getContentLengthLong()) {
      return;
    }
    Path part = Files.createTempFile(file.resolveSibling(""), "v8", ".part");
    try (InputStream in = packed.openStream()) {
      Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
