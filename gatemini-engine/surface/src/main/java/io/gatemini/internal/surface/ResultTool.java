package io.gatemini.internal.surface;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.engine.Engine;
import io.gatemini.internal.text.Utf8Size;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * {@code read_result}: what was left out of an answer, for a model that has neither resources nor
 * programs. It is bounded itself, by pages.
 */
public record ResultTool(Gateway gateway) implements MetaTool, Engine.OwnTool {
  private static final String ADDRESS = "gatemini://result/";

  private static final Pattern VIEW = Pattern.compile("[?&](lines|page|search)=");

  private static final SurfaceTool DEFINITION =
      MetaTool.definition(ResultTool.class, "read_result", MetaTool.LOOKS);

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{\"address\": \"gatemini://result/k3v9x2m1qa?search=declined refund\"}";
  }

  /** The answer; what fails is one that says {@code isError}. */
  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    return ResultFuture.of(Futures.of(() -> read(call)), this::answer);
  }

  private CompletionStage<ResourceContent> read(SurfaceCall call) {
    String given = Arguments.read(this, call.arguments()).string("address");
    String address = given.contains("://") ? given : ADDRESS + given;
    if (!address.startsWith(ADDRESS)) {
      throw Arguments.refuse(this, "\"address\" must begin with " + ADDRESS);
    }
    if (!VIEW.matcher(address).find()) {
      address += (address.indexOf('?') < 0 ? "?" : "&") + "page=1";
    }
    return gateway.surface().readResource(call.context().session(), address);
  }

  private ToolResult answer(ResourceContent content) {
    if (Utf8Size.of(content.text()) > GatewayBuilder.DEFAULT_MAX_OUTPUT_BYTES) {
      throw Arguments.refuse(this, "that is too much at once; ask for fewer lines, or for a page");
    }
    return ToolResult.text(content.text());
  }
}
