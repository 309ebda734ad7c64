package io.gatemini.internal.retrieval;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.internal.retrieval.NameRetriever.NameProvider;
import io.gatemini.spi.Retriever;
import io.gatemini.testing.RetrieverContract;
import io.gatemini.testing.TestContext;
import org.junit.jupiter.api.AutoClose;

class NameRetrieverContractTest extends RetrieverContract {
  @AutoClose private final TestContext context = new TestContext();

  @Override
  protected Retriever retriever() {
    return new NameProvider().create(JsonNodeFactory.instance.objectNode(), context);
  }
}
