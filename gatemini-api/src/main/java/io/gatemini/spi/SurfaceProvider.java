package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.GatewaySettings;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * Makes what agents are shown of a gateway. The gateway has one surface, chosen by name. Two are
 * shipped: {@code meta} has seven tools to find, look at and run those of all backends; {@code
 * servers} has five that walk from the servers to their tools. {@code gatemini-auto} has a third.
 */
public interface SurfaceProvider extends Provider {
  /**
   * Makes the tools of a surface.
   *
   * @param config the plug-in's own configuration; an empty object where there is none
   * @param surface the gateway, which is still under construction: nothing may be asked of it
   *     before the first call
   */
  ToolSet create(JsonNode config, PluginContext context, SurfaceContext surface);

  /** A gateway as its surface reaches it. Thread-safe; every method returns at once. */
  interface SurfaceContext {
    /** The gateway, through which tools are found, looked at and called. */
    Gateway gateway();

    /** The settings at this moment. */
    GatewaySettings settings();

    /** Whether agents may register backends at all. */
    default boolean allowsRegistration() {
      return true;
    }

    /** The languages of programs, that of those which state none first. */
    List<ScriptLanguage> languages();

    /** The features of running backends beside tools, by name. */
    SortedMap<String, BackendFeatures> features();

    /** Says that an agent looks at a tool, maybe in order to use it. */
    void looking();

    /** Says that a session has seen the details of a tool of this definition, or a response. */
    void inspected(Session session, ToolDescriptor tool);

    /** Searches among some of the tools only. */
    CompletableFuture<List<SearchHit>> search(
        SearchRequest request, Predicate<ToolDescriptor> among);

    /** Words that find more tools than these hits of a search, by backend. */
    Map<String, List<String>> furtherWords(SearchRequest request, List<SearchHit> hits);

    /**
     * The backends whose tools are missing from every answer, or are remembered from an earlier
     * gateway until the backend is up, in a line; empty where none is.
     */
    String missing();

    /** The same line on one backend alone, for answers that are about nothing else. */
    String missing(String backend);
  }
}
