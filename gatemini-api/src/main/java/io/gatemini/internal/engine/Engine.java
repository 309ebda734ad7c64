package io.gatemini.internal.engine;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.config.InProcessTool;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The engine behind the public types, found once by {@link ServiceLoader}: a plug-in compiles
 * against those types alone. Thread-safe.
 */
public interface Engine {
  /** Starts the description of a gateway. */
  GatewayBuilder builder();

  /** The tools of an object's annotated methods, or of a class's static ones. */
  List<InProcessTool> methods(Object object, ObjectMapper mapper);

  /** The tool that reads what was left out of a gateway's answers. */
  OwnTool resultTool(Gateway gateway);

  /** A result for a model that gets text alone. */
  String text(ToolResult result);

  /** A state store in a file. */
  StateStore stateStore(Path file);

  /** A token store in an area of a state store. */
  TokenStore tokenStore(StateStore state);

  /** A token store in a file. */
  TokenStore tokenStore(Path file);

  /** A tool of the gateway's own. */
  interface OwnTool {
    SurfaceTool definition();

    CompletionStage<ToolResult> call(SurfaceCall call);
  }

  /**
   * Returns the engine.
   *
   * @throws GatewayException if none is on the class path
   */
  static Engine get() {
    return Found.get();
  }

  /** The engine that was found. */
  final class Found {
    private static volatile @Nullable Engine engine;

    private Found() {}

    private static Engine get() {
      Engine known = engine;
      if (known != null) {
        return known;
      }
      Optional<Engine> beside = in(Engine.class.getClassLoader());
      engine = beside.orElse(null);
      // An application server may load these types for all applications: each has its own engine.
      return beside
          .or(() -> in(Thread.currentThread().getContextClassLoader()))
          .orElseThrow(
              () ->
                  new GatewayException(
                      "there is no engine of the gateway; add the artifact"
                          + " io.gatemini:gatemini-engine"));
    }

    private static Optional<Engine> in(@Nullable ClassLoader loader) {
      return ServiceLoader.load(Engine.class, loader).findFirst();
    }
  }
}
