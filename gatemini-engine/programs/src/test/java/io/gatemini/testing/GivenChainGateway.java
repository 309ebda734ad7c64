package io.gatemini.testing;

import io.gatemini.CatalogSnapshot;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.program.ChainGateway;
import io.gatemini.internal.program.ChainGateway.ProgramLanguage;
import io.gatemini.internal.program.code.JavaScript;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A gateway with a catalog and without an engine. */
public abstract class GivenChainGateway implements ChainGateway {
  private final CatalogSnapshot catalog;

  protected GivenChainGateway(CatalogSnapshot catalog) {
    this.catalog = catalog;
  }

  @Override
  public CatalogSnapshot catalog() {
    return catalog;
  }

  @Override
  public boolean isRequest(String tool) {
    return false;
  }

  @Override
  public Optional<String> problem(String tool, RawJson arguments) {
    return Optional.empty();
  }

  @Override
  public Optional<ToolDescriptor> withheld(String backend, String tool) {
    return Optional.empty();
  }

  @Override
  public Optional<String> down(String backend) {
    return Optional.empty();
  }

  @Override
  public CompletableFuture<List<String>> named(String program, Duration patience) {
    return CompletableFuture.completedFuture(List.of());
  }

  @Override
  public ProgramLanguage language(Optional<String> name) {
    return new ProgramLanguage(JavaScript.NAME, JavaScript.LANGUAGE, Optional::empty);
  }

  @Override
  public RawJson search(String query, int limit) {
    return RawJson.parse("[]");
  }

  @Override
  public RawJson result(String session, String id) {
    return RawJson.parse("null");
  }
}
