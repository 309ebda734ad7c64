package io.gatemini.internal.surface;

import io.gatemini.GatewayBuilder;
import io.gatemini.OutputConfig;
import io.gatemini.spi.Surface.ServerInfo;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a host can say about the surface.
 *
 * @param server who the server says it is
 * @param catalogDigest what the description of {@code search_tools} ends with, verbatim, instead of
 *     the digest that is made of the catalog
 * @param instructions what clients are told at initialization, instead of what is made of the
 *     catalog
 * @param moreInstructions what they are told after that
 * @param chainTimeout the default of {@code timeout}
 * @param output how answers are made to fit
 */
public record SurfaceOptions(
    ServerInfo server,
    Optional<String> catalogDigest,
    Optional<String> instructions,
    Optional<String> moreInstructions,
    Duration chainTimeout,
    OutputConfig output) {

  public SurfaceOptions {
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(catalogDigest, "catalogDigest");
    Objects.requireNonNull(instructions, "instructions");
    Objects.requireNonNull(moreInstructions, "moreInstructions");
    Objects.requireNonNull(chainTimeout, "chainTimeout");
    Objects.requireNonNull(output, "output");
  }

  /** Nothing said. */
  public static SurfaceOptions defaults() {
    return new SurfaceOptions(
        new ServerInfo("gatemini", "Gatemini", version(), Optional.empty(), List.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        GatewayBuilder.DEFAULT_CHAIN_TIMEOUT,
        OutputConfig.defaults());
  }

  /** The version the jar was built as; class directories have none. */
  public static String version() {
    return Optional.ofNullable(SurfaceOptions.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
