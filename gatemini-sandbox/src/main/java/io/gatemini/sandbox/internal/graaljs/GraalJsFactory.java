package io.gatemini.sandbox.internal.graaljs;

import io.gatemini.config.SandboxConfig;
import io.gatemini.sandbox.internal.js.JsEngine;
import io.gatemini.sandbox.internal.npm.NpmPackage;
import io.gatemini.sandbox.internal.run.EngineFactory;
import io.gatemini.sandbox.internal.run.EngineFactory.EngineJars;
import io.gatemini.sandbox.internal.run.LocalEngine;
import io.gatemini.sandbox.internal.typescript.Transpilers;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.TypeScriptTranspiler;
import java.util.List;

/** Makes the engine {@code graaljs}. */
public final class GraalJsFactory implements EngineFactory {
  private static final String JAVASCRIPT = "com.oracle.truffle.js.lang.JavaScriptLanguage";

  private static final EngineJars JARS =
      new EngineJars(
          List.of(
              "org.graalvm.polyglot.Context",
              JAVASCRIPT,
              "com.oracle.truffle.api.Truffle",
              "com.oracle.truffle.regex.RegexLanguage",
              "org.graalvm.shadowed.com.ibm.icu.util.ULocale",
              "org.graalvm.collections.EconomicMap",
              "org.graalvm.nativeimage.ImageInfo",
              "org.graalvm.word.WordBase"),
          List.of(
              "org.graalvm.shadowed.org.tukaani.xz.XZ",
              "com.oracle.truffle.runtime.OptimizedTruffleRuntime",
              "com.oracle.truffle.compiler.TruffleCompiler",
              "org.graalvm.jniutils.JNI",
              "com.github.benmanes.caffeine.cache.Caffeine"),
          List.of(
              "META-INF/services/io.gatemini.spi.TypeScriptTranspiler",
              NpmPackage.SUCRASE.properties(),
              NpmPackage.CORE_JS.properties()),
          List.of());

  /** Whether the jars of GraalJS are on the class path. */
  public static boolean isThere() {
    try {
      ClassLoader loader = GraalJsFactory.class.getClassLoader();
      for (String name : List.of("org.graalvm.polyglot.Context", JAVASCRIPT)) {
        Class.forName(name, false, loader);
      }
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  @Override
  public String plugin() {
    return "graaljs";
  }

  @Override
  public LocalEngine create(SandboxConfig sandbox, PluginContext context) {
    return create(sandbox, context, "");
  }

  /** An engine with a note for the operator. */
  public LocalEngine create(SandboxConfig sandbox, PluginContext context, String note) {
    return new JsEngine(
        sandbox,
        context.scheduler(),
        new PolyglotRuntime(sandbox),
        new Watchdog(context.scheduler()),
        new Transpilers(() -> context.plugins(TypeScriptTranspiler.class)),
        note);
  }

  @Override
  public EngineJars jars() {
    return JARS;
  }

  @Override
  public List<String> plugins(PluginContext context) {
    return context.plugins(TypeScriptTranspiler.class).stream().map(Provider::name).toList();
  }
}
