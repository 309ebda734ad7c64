package io.gatemini.internal.state;

import io.gatemini.spi.StateStore;
import io.gatemini.testing.StateStoreContract;

class InMemoryStateStoreTest extends StateStoreContract {
  @Override
  protected StateStore store() {
    return StateStore.inMemory();
  }
}
