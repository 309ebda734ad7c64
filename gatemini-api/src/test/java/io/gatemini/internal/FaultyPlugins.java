package io.gatemini.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Exposure;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface;
import io.gatemini.Transport;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.SandboxConfig;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.internal.Faults.Place;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.OutputReducerProvider;
import io.gatemini.spi.Payload;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.ScriptEngine;
import io.gatemini.spi.ScriptEngineProvider;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.SecretProvider;
import io.gatemini.spi.SourceListener;
import io.gatemini.spi.SurfaceListener;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.text.WordAnalyzer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One plug-in of each kind, that throws where it is told to. */
record FaultyPlugins(Faults faults) {
  List<Provider> all() {
    return List.of(
        new FaultyBackend.Provider(faults),
        new GivenRetriever("faulty", (config, context) -> retriever()),
        new Reducers(faults),
        new Engines(faults),
        new Resources(faults),
        new Prompts(faults),
        new Secrets(faults));
  }

  Retriever retriever() {
    faults.at(Place.CREATE_RETRIEVER);
    return new Retriever() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public Index index(CatalogSnapshot snapshot, Optional<Index> previous) {
        faults.at(Place.INDEX);
        return query -> {
          faults.at(Place.SEARCH);
          return snapshot.tools().stream().map(tool -> new Hit(tool, 1)).toList();
        };
      }
    };
  }

  TextAnalyzer analyzer() {
    TextAnalyzer words = new WordAnalyzer();
    return text -> {
      faults.at(Place.ANALYZER);
      return words.tokens(text);
    };
  }

  TokenEstimator estimator() {
    return text -> {
      faults.at(Place.ESTIMATOR);
      return text.length() / 4;
    };
  }

  RegistrationPolicy policy() {
    return new RegistrationPolicy() {
      @Override
      public Optional<String> refusal(String name, BackendConfig config, Session session) {
        faults.at(Place.POLICY);
        return Optional.empty();
      }

      @Override
      public boolean mayUseSecret(String secret, BackendConfig config) {
        return true;
      }
    };
  }

  SurfaceListener listener() {
    return new SurfaceListener() {
      @Override
      public boolean isReady() {
        faults.at(Place.LISTENER_READY);
        return true;
      }

      @Override
      public void toolsChanged() {
        faults.at(Place.LISTENER);
      }

      @Override
      public void resourcesChanged() {
        faults.at(Place.LISTENER);
      }
    };
  }

  Transport transport() {
    return new Transport() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public Exposure open(Surface surface, PluginContext context) {
        faults.at(Place.TRANSPORT);
        return new Exposure() {
          @Override
          public CompletionStage<Void> closed() {
            return new CompletableFuture<>();
          }

          @Override
          public void close() {
            faults.at(Place.CLOSE_EXPOSURE);
          }
        };
      }
    };
  }

  private record Reducers(Faults faults) implements OutputReducerProvider {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public OutputReducer create(JsonNode config, PluginContext context) {
      faults.at(Place.CREATE_REDUCER);
      return new OutputReducer() {
        @Override
        public String name() {
          return "faulty";
        }

        @Override
        public boolean passes(long sizeBytes, Request request) {
          faults.at(Place.REDUCER_PASSES);
          return !faults.isArmed(Place.REDUCE);
        }

        @Override
        public Optional<Payload> reduce(Payload payload, Request request) {
          faults.at(Place.REDUCE);
          return Optional.empty();
        }
      };
    }
  }

  private record Engines(Faults faults) implements ScriptEngineProvider {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public Set<String> languages() {
      return Set.of("typescript");
    }

    @Override
    public ScriptEngine create(SandboxConfig sandbox, JsonNode config, PluginContext context) {
      faults.at(Place.CREATE_ENGINE);
      return new ScriptEngine() {
        @Override
        public CompletionStage<Outcome> run(Program program, Limits limits, ScriptHost host) {
          faults.at(Place.PROGRAM);
          return CompletableFuture.completedFuture(
              new Outcome(Status.OK, RawJson.parse("7"), "", OptionalInt.empty(), List.of()));
        }

        @Override
        public void warm() {
          faults.at(Place.WARM_ENGINE);
        }

        @Override
        public Load load() {
          faults.at(Place.ENGINE_LOAD);
          return new Load(0, 0, 0);
        }

        @Override
        public void close() {
          faults.at(Place.CLOSE_ENGINE);
        }
      };
    }
  }

  private record Resources(Faults faults) implements ResourceProvider {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public ResourceSource create(JsonNode config, PluginContext context, SourceListener listener) {
      faults.at(Place.CREATE_RESOURCES);
      return new ResourceSource() {
        @Override
        public List<Resource> resources(Session session) {
          faults.at(Place.RESOURCES);
          return List.of(new Resource("test://one", "one", "", "", "text/plain"));
        }

        @Override
        public CompletionStage<ResourceContent> read(ResourceRequest request) {
          faults.at(Place.READ);
          throw new IllegalStateException("not reached");
        }
      };
    }
  }

  private record Prompts(Faults faults) implements PromptProvider {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public PromptSource create(JsonNode config, PluginContext context, SourceListener listener) {
      faults.at(Place.CREATE_PROMPTS);
      return new PromptSource() {
        @Override
        public List<Prompt> prompts(Session session) {
          faults.at(Place.PROMPTS);
          return List.of(
              new Prompt("one", "", "", List.of(new PromptArgument("word", "", "", false))));
        }

        @Override
        public CompletionStage<PromptContent> get(PromptRequest request) {
          faults.at(Place.PROMPT);
          throw new IllegalStateException("not reached");
        }

        @Override
        public CompletionStage<List<String>> complete(CompletionRequest request) {
          faults.at(Place.COMPLETE);
          return CompletableFuture.completedFuture(List.of("any"));
        }
      };
    }
  }

  private record Secrets(Faults faults) implements SecretProvider {
    @Override
    public String name() {
      return "faulty";
    }

    @Override
    public Optional<String> resolve(String reference) {
      faults.at(Place.SECRET);
      return Optional.of("a secret");
    }
  }
}
