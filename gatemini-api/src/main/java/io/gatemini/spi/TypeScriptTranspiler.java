package io.gatemini.spi;

/** Turns TypeScript into JavaScript by removing or translating what is not JavaScript. */
public interface TypeScriptTranspiler extends Provider {
  /**
   * Transpiles a program; types are not checked.
   *
   * @throws io.gatemini.ScriptException when the text is not TypeScript, with line and reason
   */
  String transpile(String source);
}
