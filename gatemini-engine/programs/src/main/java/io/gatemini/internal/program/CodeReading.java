package io.gatemini.internal.program;

import io.gatemini.RawJson;
import io.gatemini.internal.program.code.CallForms;
import io.gatemini.internal.program.code.CallForms.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the code of a chain is taken where it is no program for an engine: as calls, as other code,
 * as a question with an answer, or as a fault. One of the four is there.
 *
 * @param note a line for the agent that says how the code was taken; empty where it was meant so
 * @param calls what is to be called, in this order
 * @param code what is to be run in its place
 * @param answer what it asks for
 * @param fault why nothing can be done
 */
record CodeReading(
    String note,
    List<Call> calls,
    @Nullable String code,
    @Nullable RawJson answer,
    @Nullable String fault) {
  static CodeReading call(String tool, RawJson arguments) {
    return new CodeReading("", List.of(new Call(tool, arguments)), null, null, null);
  }

  static CodeReading answer(RawJson answer) {
    return new CodeReading("", List.of(), null, answer, null);
  }

  static CodeReading of(CallForms forms) {
    String note = forms.calls().isEmpty() ? "" : forms.line();
    return new CodeReading(note, forms.calls(), forms.code(), null, forms.fault());
  }
}
