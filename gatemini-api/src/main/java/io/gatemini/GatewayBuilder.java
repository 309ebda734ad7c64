package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.OutputConfig;
import io.gatemini.config.SettingsChanges;
import io.gatemini.content.Prompt;
import io.gatemini.content.Resource;
import io.gatemini.spi.CallInterceptor;
import io.gatemini.spi.Provider;
import io.gatemini.spi.RegistrationPolicy;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.StateStore;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TokenEstimator;
import io.gatemini.stability.Incubating;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Describes a gateway. Not thread-safe; {@link #build} may be called more than once.
 *
 * <p>Most setters have a key of the same name in the configuration file, in snake case. {@code
 * backend} and {@code alias} are the sections {@code backends} and {@code aliases}, {@code
 * retrieval} is {@code search.retrieval}, {@code allowedCommands} and its like are in {@code
 * registration}; {@code executor}, {@code clock}, {@code interceptor} and {@code plugin} have none.
 */
public interface GatewayBuilder extends SettingsChanges<GatewayBuilder> {
  /** Bound of a {@code call_tool_chain} answer where nothing else is said. */
  int DEFAULT_MAX_OUTPUT_BYTES = 200_000;

  /** Bound of a chain where nothing else is said. */
  Duration DEFAULT_CHAIN_TIMEOUT = Duration.ofSeconds(30);

  /** How many backends agents may register. */
  int DEFAULT_MAX_DYNAMIC_BACKENDS = 10;

  /** The least bound of all messages that are on their way, in bytes. */
  long LEAST_IN_FLIGHT_BYTES = 1 << 20;

  /**
   * All that was said so far and that a configuration can say, without what is code of the host.
   *
   * @throws ConfigException naming file, line and key of each alias and fallback of a file that
   *     leads to a backend that is not there so far
   */
  @Incubating
  GatewaySettings settings();

  @Override
  @Incubating
  GatewayBuilder settings(UnaryOperator<GatewaySettings> change);

  /** Takes settings as they are, instead of all that was said so far. */
  @Incubating
  GatewayBuilder settings(GatewaySettings settings);

  /**
   * Takes the variables that configuration files name from here, instead of from the environment of
   * this process: a host that serves several people has one gateway for each of their environments.
   * Counts for files that are added afterwards.
   */
  GatewayBuilder variables(Map<String, String> variables);

  /**
   * Adds all that a configuration file says. Secret providers, plug-ins, and {@link #discover}
   * count for it when they are set before; a backend that it refers to can be added afterwards.
   *
   * @throws ConfigException naming file, line and key where something is wrong; or this process was
   *     started by a gateway with the same file, which then contains itself
   */
  GatewayBuilder config(Path file);

  /**
   * The same for a text that the file has had: a server that has not taken over a change of the
   * file goes on with the text before it.
   *
   * @param file whose name messages have, and beside which relative paths begin
   * @param text YAML or JSON
   * @throws ConfigException as {@link #config(Path)}
   */
  @Incubating
  GatewayBuilder config(Path file, String text);

  /**
   * Adds all that a configuration says which stands in no file, a resource of the class path for
   * example. It is as for {@link #config(Path)}, but relative paths begin in the working directory.
   *
   * @param name what messages call it
   * @param text YAML or JSON
   * @throws ConfigException naming line and key where something is wrong
   */
  GatewayBuilder config(String name, String text);

  /**
   * The same for a configuration that a host has as a tree, with the keys of a file.
   *
   * @param name what messages call it
   * @param object a JSON object
   * @throws ConfigException naming the key where something is wrong
   */
  GatewayBuilder config(String name, JsonNode object);

  /** Adds a plug-in; it wins over a discovered one of its kind and name. */
  GatewayBuilder plugin(Provider provider);

  /**
   * Adds a resource for clients to read. For several texts, or texts that change, implement {@link
   * io.gatemini.spi.ResourceProvider}.
   *
   * @param resource its address may have any scheme but {@code gatemini}
   * @param text asked at each reading, on the gateway's executor
   * @throws ConfigException when the address is none, the gateway's own, or taken
   */
  GatewayBuilder resource(Resource resource, Supplier<String> text);

  /**
   * Adds a prompt for people to start. For several messages, implement {@link
   * io.gatemini.spi.PromptProvider}.
   *
   * @param text makes the user's message of the arguments, on the gateway's executor
   * @throws ConfigException when the name is empty or taken
   */
  GatewayBuilder prompt(Prompt prompt, Function<Map<String, String>, String> text);

  /**
   * Keeps the originals of reduced answers, instead of memory. The host's own: it wins over any
   * plug-in, and the gateway does not close it.
   */
  GatewayBuilder resultStore(ResultStore resultStore);

  /**
   * Remembers in a store what the gateway learns of tools and of their use, and begins with what is
   * there; without one it begins anew. The host's own: it wins over any plug-in, and the gateway
   * does not close it.
   */
  GatewayBuilder stateStore(StateStore stateStore);

  /** Adds an interceptor; the first added is the outermost, and those of plug-ins come after. */
  GatewayBuilder interceptor(CallInterceptor interceptor);

  /**
   * Adds a listener of backends and tools; it hears of all of them, from the first on. The gateway
   * can {@linkplain Gateway#removeListener remove} it.
   */
  GatewayBuilder listener(GatewayListener listener);

  /**
   * Runs what may block: Java tools, programs, starts of backends. The gateway does not end it. It
   * must not run tasks on the calling thread.
   */
  GatewayBuilder executor(Executor executor);

  /** Runs what has a time: deadlines, restarts. The gateway does not end it. */
  GatewayBuilder scheduler(ScheduledExecutorService scheduler);

  /** The clock of status and statistics. */
  GatewayBuilder clock(Clock clock);

  /**
   * How text becomes tokens; by default that of a plug-in, else {@link
   * io.gatemini.text.EnglishAnalyzer}.
   */
  GatewayBuilder textAnalyzer(TextAnalyzer textAnalyzer);

  /**
   * How many tokens a text is taken for; by default what a plug-in says, else {@link
   * io.gatemini.text.BytesTokenEstimator}.
   */
  GatewayBuilder tokenEstimator(TokenEstimator tokenEstimator);

  /** How answers are made to fit; {@link OutputConfig#defaults} by default. */
  GatewayBuilder outputConfig(OutputConfig outputConfig);

  /**
   * Changes how answers are made to fit, beginning with what was said before.
   *
   * @throws ConfigException when a number is out of its bounds
   */
  GatewayBuilder outputConfig(UnaryOperator<OutputConfig> change);

  /**
   * Decides which backends agents may register; by default that of a plug-in, else {@link
   * RegistrationPolicy#guarded}.
   */
  GatewayBuilder registrationPolicy(RegistrationPolicy registrationPolicy);

  /**
   * Builds the gateway and returns at once; backends start in the background.
   *
   * @throws ConfigException when something does not fit together
   */
  Gateway build();
}
