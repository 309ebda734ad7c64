package io.gatemini.sandbox.internal.v8;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import io.gatemini.internal.process.ClassArchives;
import io.gatemini.sandbox.internal.js.Sources;
import io.gatemini.sandbox.internal.typescript.SucraseFiles;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The heap of a context that has evaluated a script. V8 ends the process when it is given one of
 * another version, of other flags or with a wrong byte: so the name of its file says what it was
 * made of, and its digest stands before it.
 */
final class V8Snapshot {
  private static final Logger LOG = System.getLogger(V8Snapshot.class.getName());

  private static final int DIGEST_BYTES = 32;

  /** Gives the prelude, and takes it out of a program's reach. */
  static final String TAKE_PRELUDE =
      "(() => { const prelude = globalThis.__gatemini; delete globalThis.__gatemini; return prelude"
          + " })()";

  private V8Snapshot() {}

  /** The prelude, for programs. */
  static byte[] ofPrelude(V8Host host, String flags, Path directory) throws JavetException {
    String prelude = Sources.read(Sources.PRELUDE);
    return get(
        host,
        flags,
        directory,
        "gatemini/" + Sources.PRELUDE,
        "globalThis.__gatemini = " + prelude + "()");
  }

  /** The transpiler, as a global function of a text that returns JSON. */
  static byte[] ofTranspiler(V8Host host, String flags, Path directory) throws JavetException {
    return get(
        host,
        flags,
        directory,
        "gatemini/sucrase.js",
        "(() => { const transpile = "
            + SucraseFiles.asFunction()
            + "; globalThis.transpile = (source) => JSON.stringify(transpile(source)); })()");
  }

  /** The one that is kept in a directory, or a new one, which is kept where that is possible. */
  private static byte[] get(V8Host host, String flags, Path directory, String name, String script)
      throws JavetException {
    Path file =
        directory.resolve(
            "v8-"
                + HexFormat.of()
                    .formatHex(
                        digest(
                            String.join(
                                    "\0",
                                    host.getJavetVersion(),
                                    System.getProperty("os.arch", ""),
                                    flags,
                                    script)
                                .getBytes(StandardCharsets.UTF_8)),
                        0,
                        12)
                + ".snapshot");
    byte[] kept = read(file);
    if (kept != null) {
      return kept;
    }
    byte[] made = make(host, name, script);
    keep(made, file);
    return made;
  }

  private static byte[] make(V8Host host, String name, String script) throws JavetException {
    V8RuntimeOptions options = new V8RuntimeOptions();
    options.setCreateSnapshotEnabled(true);
    try (V8Runtime runtime = host.createV8Runtime(options)) {
      runtime.getExecutor(script).setResourceName(name).executeVoid();
      return runtime.createSnapshot();
    }
  }

  private static byte @org.jspecify.annotations.Nullable [] read(Path file) {
    try {
      byte[] all = Files.readAllBytes(file);
      if (all.length > DIGEST_BYTES) {
        byte[] blob = Arrays.copyOfRange(all, DIGEST_BYTES, all.length);
        if (Arrays.equals(digest(blob), Arrays.copyOf(all, DIGEST_BYTES))) {
          return blob;
        }
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "there is no snapshot", e);
    }
    return null;
  }

  private static void keep(byte[] blob, Path file) {
    try {
      Path part = Files.createTempFile(file.resolveSibling(""), "v8", ".part");
      try {
        byte[] all = Arrays.copyOf(digest(blob), DIGEST_BYTES + blob.length);
        System.arraycopy(blob, 0, all, DIGEST_BYTES, blob.length);
        Files.write(part, all);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        ClassArchives.deleteOld(file);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the snapshot is not kept", e);
    }
  }

  private static byte[] digest(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
