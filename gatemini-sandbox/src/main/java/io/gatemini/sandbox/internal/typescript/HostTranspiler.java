package io.gatemini.sandbox.internal.typescript;

import io.gatemini.spi.ScriptException;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import io.gatemini.spi.TypeScriptTranspiler.Transpiled;
import java.util.Optional;

/** The transpilers of the gateway's host, asked by a program in another process. */
public interface HostTranspiler {
  /**
   * Transpiles a program; empty where the host has no transpiler for it.
   *
   * @throws ScriptException when it is no TypeScript
   */
  Optional<Transpiled> transpile(String source, Form form);
}
