package io.gatemini.sandbox.internal.worker;

import io.gatemini.spi.ScriptHost.ScriptBackend;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The backends that a worker knows already, by the numbers they were sent under: a backend crosses
 * once, and not with each program. Belongs to the thread that writes.
 */
final class BackendNumbers {
  /** The backends that both sides keep; backends of catalogs long gone are among them. */
  private static final long MAX_BYTES = 4L << 20;

  private final IdentityHashMap<ScriptBackend, Integer> numbers = new IdentityHashMap<>();
  private long bytes;
  private int last;

  /** The numbers of some backends; those that the worker does not know are sent to it first. */
  List<Integer> define(List<ScriptBackend> backends, OutputStream out) throws IOException {
    boolean forget = bytes > MAX_BYTES;
    if (forget) {
      numbers.clear();
      bytes = 0;
    }
    Map<Integer, ScriptBackend> unknown = new LinkedHashMap<>();
    List<Integer> known = new ArrayList<>(backends.size());
    for (ScriptBackend backend : backends) {
      Integer number = numbers.get(backend);
      if (number == null) {
        number = ++last;
        numbers.put(backend, number);
        unknown.put(number, backend);
      }
      known.add(number);
    }
    if (forget || !unknown.isEmpty()) {
      WireWriter body = new WireWriter().flag(forget).number(unknown.size());
      unknown.forEach((number, backend) -> WorkerCodec.write(body.number(number), backend));
      byte[] written = body.toByteArray();
      bytes += written.length;
      new WorkerFrame(WorkerFrame.Type.BACKENDS, 0, 0, written).writeTo(out);
    }
    return known;
  }
}
