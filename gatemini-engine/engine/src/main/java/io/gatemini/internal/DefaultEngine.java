package io.gatemini.internal;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.ToolResult;
import io.gatemini.config.InProcessTool;
import io.gatemini.internal.engine.Engine;
import io.gatemini.internal.inprocess.AnnotatedMethods;
import io.gatemini.internal.program.AnswerBlocks;
import io.gatemini.internal.state.FileStateStore;
import io.gatemini.internal.state.StoredTokens;
import io.gatemini.internal.surface.ResultTool;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TokenStore;
import java.nio.file.Path;
import java.util.List;

/** This engine, as the public types find it. */
public final class DefaultEngine implements Engine {
  @Override
  public GatewayBuilder builder() {
    return new EngineBuilder();
  }

  @Override
  public List<InProcessTool> methods(Object object, ObjectMapper mapper) {
    return AnnotatedMethods.of(object, mapper);
  }

  @Override
  public OwnTool resultTool(Gateway gateway) {
    return new ResultTool(gateway);
  }

  @Override
  public String text(ToolResult result) {
    return AnswerBlocks.text(result);
  }

  @Override
  public StateStore stateStore(Path file) {
    return FileStateStore.at(file);
  }

  @Override
  public TokenStore tokenStore(StateStore state) {
    return new StoredTokens(state);
  }

  @Override
  public TokenStore tokenStore(Path file) {
    return StoredTokens.file(file);
  }
}
