package io.gatemini.sandbox.internal.v8;

import com.caoccao.javet.exceptions.JavetException;
import com.caoccao.javet.interop.V8Host;
import com.caoccao.javet.interop.V8Runtime;
import com.caoccao.javet.interop.options.V8RuntimeOptions;
import io.gatemini.sandbox.internal.js.Globals;
import io.gatemini.sandbox.internal.typescript.SucraseFiles;
import io.gatemini.sandbox.internal.worker.ClassArchives;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The heap of a context that has evaluated a script. V8 ends the process when it is given one of
 * another version, of other flags or with a wrong byte: so the name of its file says what it was
 * made of, and its checksum stands before it.
 */
final class V8Snapshot {
  private static final Logger LOG = System.getLogger(V8Snapshot.class.getName());

  /** Gives the prelude, and takes it out of a program's reach. */
  static final String TAKE_PRELUDE =
      "(() => { const prelude = globalThis.__gatemini; delete globalThis.__gatemini; return prelude"
          + " })()";

  /** Read before the transpiler's snapshot, which keeps the code compiled by then. */
  private static final String SAMPLE =
      """
      interface Row { id: number; name?: string }
      type Rows = Row[] | null;
      const first = <T extends Row>(rows: Rows, otherwise: T): Row => rows?.[0] ?? otherwise!;
      async function read(path: string, ...rest: string[]): Promise<Row> {
        try { return (await files.read({path})) as Row } catch (e: unknown) { throw new Error() }
      }
      class Count { private readonly n: number = 1; constructor(public start = 0) {} }
      enum Kind { A, B = 'b' }
      for (const [key, value] of Object.entries({a: 1} as Record<string, number>)) key + value;
      export default async ({id}: Row) => id;
      """;

  private static final String TRANSPILE =
      """
      (() => {
        const transpile = %s;
        globalThis.transpile = (source) => {
          const { code, line, error } = transpile(source);
          return code === undefined ? `\\0${line}\\0${error}` : code;
        };
        transpile(`%s`);
      })()""";

  private V8Snapshot() {}

  /** The prelude, for programs. */
  static byte[] ofPrelude(V8Host host, String flags, Path directory) throws JavetException {
    String script =
        "globalThis.__gatemini = " + Globals.prelude() + "(); globalThis.__gatemini.warm()";
    return get(host, flags, directory, "gatemini/" + Globals.PRELUDE, script, () -> script);
  }

  /**
   * The transpiler, as a global function of a text. Where it cannot be read, a zero, the line, a
   * zero and the reason are its answer.
   */
  static byte[] ofTranspiler(V8Host host, String flags, Path directory) throws JavetException {
    return get(
        host,
        flags,
        directory,
        "gatemini/sucrase.js",
        SucraseFiles.key() + TRANSPILE + SAMPLE,
        () -> TRANSPILE.formatted(SucraseFiles.asFunction(), SAMPLE));
  }

  /** The one that is kept in a directory, or a new one, which is kept where that is possible. */
  private static byte[] get(
      V8Host host, String flags, Path directory, String name, String key, Supplier<String> script)
      throws JavetException {
    String madeOf =
        String.join("\0", host.getJavetVersion(), System.getProperty("os.arch", ""), flags, key);
    long checksum = checksum(madeOf.getBytes(StandardCharsets.UTF_8));
    Path file = directory.resolve("v8-%08x%08x.snapshot".formatted(checksum, madeOf.hashCode()));
    byte[] kept = read(file);
    if (kept != null) {
      return kept;
    }
    byte[] blob = make(host, name, script.get());
    keep(blob, file);
    return blob;
  }

  private static byte[] make(V8Host host, String name, String script) throws JavetException {
    V8RuntimeOptions options = new V8RuntimeOptions();
    options.setCreateSnapshotEnabled(true);
    try (V8Runtime runtime = host.createV8Runtime(options)) {
      runtime.getExecutor(script).setResourceName(name).executeVoid();
      runtime.await();
      return runtime.createSnapshot();
    }
  }

  private static byte @Nullable [] read(Path file) {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      long checksum = in.readLong();
      byte[] blob = new byte[Math.toIntExact(Files.size(file) - Long.BYTES)];
      in.readFully(blob);
      if (checksum(blob) == checksum) {
        return blob;
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
        ByteBuffer all = ByteBuffer.allocate(Long.BYTES + blob.length);
        Files.write(part, all.putLong(checksum(blob)).put(blob).array());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        ClassArchives.deleteOld(file);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the snapshot is not kept", e);
    }
  }

  /** Against what was cut off: the directory is this user's, and a digest takes a worker 0.1 s. */
  private static long checksum(byte[] content) {
    CRC32 checksum = new CRC32();
    checksum.update(content);
    return checksum.getValue();
  }
}
