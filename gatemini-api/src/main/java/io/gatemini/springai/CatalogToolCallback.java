package io.gatemini.springai;

import io.gatemini.BackendCallException;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.program.AnswerBlocks;
import io.gatemini.internal.surface.CatalogCall;
import io.gatemini.internal.surface.ModelNames;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** A tool of the catalog, bounded as {@link CatalogCall} says; what failed is thrown. */
record CatalogToolCallback(Gateway gateway, Session session, String key, ToolDefinition definition)
    implements ToolCallback {
  @Override
  public ToolDefinition getToolDefinition() {
    return definition;
  }

  @Override
  public String call(String arguments) {
    return call(arguments, null);
  }

  @Override
  public String call(String arguments, @Nullable ToolContext context) {
    RawJson read;
    try {
      read = CatalogCall.arguments(definition.name(), arguments);
    } catch (InvalidArgumentsException e) {
      throw failure(e);
    }
    ToolResult result =
        Futures.await(CatalogCall.of(gateway, key, read, ToolContexts.of(context, session)));
    if (result.isError()) {
      CatalogSnapshot catalog = gateway.catalog();
      boolean unknown = catalog.resolve(key).isEmpty();
      throw failure(
          new BackendCallException(
              unknown ? ModelNames.in(result.text(), catalog) : result.text()));
    }
    return AnswerBlocks.text(result);
  }

  private ToolExecutionException failure(GatewayException cause) {
    return new ToolExecutionException(definition, cause);
  }
}
