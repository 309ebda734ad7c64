package io.gatemini.internal.answer;

import io.gatemini.config.OutputConfig;
import io.gatemini.internal.answer.intent.IntentReducer;
import io.gatemini.internal.answer.json.JsonReducer;
import io.gatemini.spi.OutputReducer;
import io.gatemini.testing.OutputReducerContract;
import io.gatemini.text.EnglishAnalyzer;
import org.junit.jupiter.api.Nested;

/** The stages that every gateway has keep what each stage promises. */
class ReducerContractsTest {
  @Nested
  class Intent extends OutputReducerContract {
    @Override
    protected OutputReducer reducer() {
      return new IntentReducer(OutputConfig::defaults, new EnglishAnalyzer());
    }
  }

  @Nested
  class Json extends OutputReducerContract {
    @Override
    protected OutputReducer reducer() {
      return new JsonReducer(OutputConfig::defaults, new EnglishAnalyzer());
    }
  }

  @Nested
  class Lines extends OutputReducerContract {
    @Override
    protected OutputReducer reducer() {
      return new LinesReducer(OutputConfig::defaults);
    }
  }

  @Nested
  class Truncate extends OutputReducerContract {
    @Override
    protected OutputReducer reducer() {
      return new TruncateReducer();
    }
  }
}
