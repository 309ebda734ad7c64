package io.gatemini.config;

import static io.gatemini.config.BackendKeys.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.Tool;
import io.gatemini.ToolHandler;
import io.gatemini.internal.engine.Engine;
import io.gatemini.internal.json.JavaMapper;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.Json;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How to reach one backend. Immutable: every setter returns a changed copy.
 *
 * <pre>{@code
 * BackendConfig.stdio("npx", "-y", "@modelcontextprotocol/server-filesystem", ".")
 *     .env("LOG_LEVEL", "warn")
 *     .timeout(Duration.ofSeconds(10))
 * }</pre>
 */
public final class BackendConfig extends ConfigValues {
  /** How long a call may take where nothing else is said. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  /** How long a call may take at most, whatever its caller allows. */
  public static final Duration DEFAULT_MAX_TIMEOUT = Duration.ofMinutes(10);

  /** How long a start may take, connection, handshake and listing included. */
  public static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(30);

  /** How long a call waits for its turn where {@link #maxConcurrentCalls} are under way. */
  public static final Duration DEFAULT_SEMAPHORE_TIMEOUT = Duration.ofSeconds(60);

  /** How long a client may take to answer what a backend asks. */
  public static final Duration DEFAULT_QUESTION_TIMEOUT = Duration.ofMinutes(10);

  /** The transports of the house that have no headers; others may. */
  private static final Set<String> WITHOUT_REQUESTS = Set.of("stdio", "cli-adapter", "in-process");

  private final List<InProcessTool> tools;

  private BackendConfig(OptionValues values, List<InProcessTool> tools) {
    super(values);
    this.tools = tools;
  }

  private <T> BackendConfig with(OptionKey<T> key, T value) {
    return new BackendConfig(values.with(key, value), tools);
  }

  /** The keys of a backend in a configuration file, without those of its transport alone. */
  public static OptionTable keys() {
    return OPTIONS;
  }

  /**
   * Reads those keys and passes over all others.
   *
   * @throws ConfigException naming the place, when a value is invalid
   */
  public static BackendConfig read(String transport, Options section) {
    OptionValues values = OPTIONS.readKnown(section, OPTIONS.defaults());
    return new BackendConfig(values.with(TRANSPORT, transport), List.of());
  }

  /**
   * Reads what {@link #toJson} has written.
   *
   * @throws ConfigException when it is no such thing
   */
  public static BackendConfig fromJson(JsonNode json) {
    return read(json.path("transport").asText(), Options.of("backend", json));
  }

  /**
   * As a configuration file writes it, but for tools that are Java methods. Variables and headers
   * are in it as they were given, and may be secrets.
   */
  public ObjectNode toJson() {
    return values.json();
  }

  /** An MCP server that is a child process, spoken to over its stdin and stdout. */
  public static BackendConfig stdio(String command, String... args) {
    return of("stdio").command(command, args);
  }

  /** An MCP server at a URL, spoken to over streamable HTTP. */
  public static BackendConfig streamableHttp(String url) {
    return of("streamable-http").url(url);
  }

  /** Tools written in Java; add them with {@link #tool} and {@link #methodsOf}. */
  public static BackendConfig inProcess() {
    return of("in-process");
  }

  /** A backend of any transport for which there is a provider. */
  public static BackendConfig of(String transport) {
    return new BackendConfig(OPTIONS.defaults().with(TRANSPORT, transport), List.of());
  }

  /** Adds a Java tool. The schema is that of the arguments. */
  public BackendConfig tool(
      String name, String description, JsonNode inputSchema, ToolHandler handler) {
    return tool(BackendTool.of(name, description, inputSchema), handler);
  }

  /** Adds a Java tool, its schema as JSON text. */
  public BackendConfig tool(
      String name, String description, String inputSchema, ToolHandler handler) {
    JsonNode schema;
    try {
      schema = RawJson.parse(inputSchema).tree();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "the input schema of the tool \"" + name + "\": " + e.getMessage(), e);
    }
    return tool(name, description, schema, handler);
  }

  /** Adds a Java tool with everything that can be said of it. */
  public BackendConfig tool(BackendTool definition, ToolHandler handler) {
    return tools(List.of(new InProcessTool(definition, handler)));
  }

  /**
   * Adds many Java tools at once; one by one, thousands of tools take quadratic time. Among tools
   * of one name one is published, as for a server that lists them.
   */
  public BackendConfig tools(Collection<InProcessTool> more) {
    List<InProcessTool> all = new ArrayList<>(tools);
    all.addAll(more);
    return new BackendConfig(values, List.copyOf(all));
  }

  /** Methods are overloaded more easily than anybody gives two tools one name. */
  private BackendConfig methods(List<InProcessTool> more) {
    Set<String> names = new HashSet<>();
    tools.forEach(tool -> names.add(tool.definition().name()));
    for (InProcessTool method : more) {
      if (!names.add(method.definition().name())) {
        throw new ConfigException(
            "there are two tools named \""
                + method.definition().name()
                + "\"; give one another name, a method by @Tool(name = \"...\")");
      }
    }
    return tools(more);
  }

  /**
   * Adds the public methods of an object that are annotated with {@link Tool}, or with the
   * annotation of another library: {@code @Tool} of LangChain4j, Spring AI, Quarkus and {@code
   * org.mcp_java}, {@code @McpTool} of Spring, {@code @Annotations.Schema} of ADK. The input schema
   * of a tool follows from the parameters of its method, the output schema from what it returns.
   *
   * @param object a proxy too; a class, for its static methods
   * @throws ConfigException when there is none, two tools have one name, a parameter has no JSON
   *     form, or a class is of a module that does not open it
   */
  public BackendConfig methodsOf(Object object) {
    return methods(Engine.get().methods(object, JavaMapper.get()));
  }

  /**
   * The same with a mapper of the host, which reads the arguments and writes the results; the
   * schemas follow it.
   */
  public BackendConfig methodsOf(Object object, ObjectMapper mapper) {
    return methods(Engine.get().methods(object, mapper));
  }

  /** The program to start and its arguments. */
  public BackendConfig command(String command, String... args) {
    List<String> line = new ArrayList<>();
    line.add(command);
    line.addAll(List.of(args));
    return command(line);
  }

  /** The program to start, followed by its arguments. */
  public BackendConfig command(List<String> commandLine) {
    return commandLine.isEmpty()
        ? this
        : with(COMMAND, commandLine.get(0))
            .with(ARGS, List.copyOf(commandLine.subList(1, commandLine.size())));
  }

  /** Sets a variable in the environment of the program. */
  public BackendConfig env(String name, String value) {
    return with(ENV, with(env(), name, value));
  }

  /**
   * Variables of the gateway's environment that the program gets beside those that every child
   * gets: names, patterns with {@code *}, {@code all}, or {@code none} for nothing but what is
   * named. A variable that looks like a secret is inherited only by its exact name.
   */
  public BackendConfig inheritEnv(String... names) {
    return with(INHERIT_ENV, List.of(names));
  }

  /** The directory the program starts in. */
  public BackendConfig cwd(String directory) {
    return with(CWD, directory);
  }

  /** Whether the backend is switched off: it is not started, and has no tools. */
  public BackendConfig disabled(boolean disabled) {
    return with(DISABLED, disabled);
  }

  /** The address of the server. */
  public BackendConfig url(String url) {
    return with(URL, url);
  }

  /**
   * Sets a header that goes with every request.
   *
   * @throws ConfigException when the backend gets no requests over HTTP, but starts a program or is
   *     in this process
   */
  public BackendConfig header(String name, String value) {
    if (WITHOUT_REQUESTS.contains(transport())) {
      throw new ConfigException(
          "header \""
              + name
              + "\": a backend of the transport "
              + transport()
              + " gets no requests over HTTP; give a program what it needs with env(name, value)");
    }
    return with(HEADERS, with(headers(), name, value));
  }

  /**
   * The prefix of the backend's tools, instead of its name: 1 to 64 letters, digits, {@code -} and
   * {@code _}. Without one, each run of other characters in the name becomes one {@code _}; of a
   * name without any letter or digit of ASCII it becomes {@code backend_} and a short hash, always
   * the same.
   */
  public BackendConfig namespace(String namespace) {
    return with(NAMESPACE, namespace);
  }

  /** A few words on what the backend is for; agents read them. */
  public BackendConfig description(String description) {
    return with(DESCRIPTION, description);
  }

  /** How long a call may take that states no timeout. */
  public BackendConfig timeout(Duration timeout) {
    return with(TIMEOUT, timeout);
  }

  /**
   * How long a call may take at most, whatever it states; no less than {@link #timeout(Duration)}.
   */
  public BackendConfig maxTimeout(Duration maxTimeout) {
    return with(MAX_TIMEOUT, maxTimeout);
  }

  /** How long a start may take, connection, handshake and listing included. */
  public BackendConfig startTimeout(Duration startTimeout) {
    return with(START_TIMEOUT, startTimeout);
  }

  /** The questions that the backend may ask the client whose call it works on. */
  public BackendConfig trust(TrustConfig trust) {
    return with(TRUST, trust);
  }

  /**
   * How long a client may take to answer a question of the backend, and how long in all the time of
   * a call stands still while its person answers.
   */
  public BackendConfig questionTimeout(Duration questionTimeout) {
    return with(QUESTION_TIMEOUT, questionTimeout);
  }

  /** Tags of all tools of the backend. */
  public BackendConfig tags(String... tags) {
    return with(TAGS, List.of(tags));
  }

  /**
   * The only tools of the backend that can be found and called: the names it gives them, or
   * patterns with {@code *}. Without this, all of them.
   */
  public BackendConfig allowedTools(String... names) {
    return with(ALLOWED_TOOLS, List.of(names));
  }

  /**
   * Tools that can be neither found nor called, also where they are {@linkplain
   * #allowedTools(String...) allowed}: the names the backend gives them, or patterns with {@code
   * *}.
   */
  public BackendConfig deniedTools(String... names) {
    return with(DENIED_TOOLS, List.of(names));
  }

  /** Names of keys the backend needs beside those of its environment; for information only. */
  public BackendConfig requiredKeys(String... keys) {
    return with(REQUIRED_KEYS, List.of(keys));
  }

  /** Whether arguments are checked against the schema before the backend is called. */
  public BackendConfig validateArguments(boolean validateArguments) {
    return with(VALIDATE_ARGUMENTS, validateArguments);
  }

  /**
   * How many calls the backend gets at a time; further ones wait. 0 for no bound, else at most
   * 10,000; where nothing is said, what the transport finds right.
   */
  public BackendConfig maxConcurrentCalls(int maxConcurrentCalls) {
    return with(MAX_CONCURRENT_CALLS, maxConcurrentCalls);
  }

  /** How long a call waits for its turn. */
  public BackendConfig semaphoreTimeout(Duration semaphoreTimeout) {
    return with(SEMAPHORE_TIMEOUT, semaphoreTimeout);
  }

  /** How calls are repeated that may be. */
  public BackendConfig retry(RetryConfig retry) {
    return with(RETRY, retry);
  }

  /** How many calls the backend gets in a window of time. */
  public BackendConfig rateLimit(int maxCalls, Duration window) {
    return with(RATE_LIMIT, new RateLimit(maxCalls, window));
  }

  /**
   * Backends that are called instead, in this order, when this one cannot be reached; each needs a
   * tool of the same name.
   */
  public BackendConfig fallbackChain(String... backends) {
    return with(FALLBACK_CHAIN, List.of(backends));
  }

  /** A program that has to run before the backend starts. */
  public BackendConfig prerequisite(Prerequisite prerequisite) {
    return with(PREREQUISITE, prerequisite);
  }

  /** Whether all sessions share one running backend, or each has its own. */
  public BackendConfig instanceMode(InstanceMode instanceMode) {
    return with(INSTANCE_MODE, instanceMode);
  }

  /**
   * How many instances there are where each session has its own.
   *
   * @throws ConfigException when more are to be idle than there may be
   */
  public BackendConfig pool(PoolConfig pool) {
    return with(POOL, pool.checked());
  }

  /**
   * Resident memory of the backend's processes in MiB above which it is started again; a warning is
   * logged at four fifths of it.
   */
  public BackendConfig maxMemoryMb(int maxMemoryMb) {
    return with(MAX_MEMORY_MB, maxMemoryMb);
  }

  /** Sets what only the transport's provider understands. */
  public BackendConfig option(String name, @Nullable Object value) {
    ObjectNode options = options().deepCopy();
    options.set(name, Json.mapper().valueToTree(value));
    return with(OPTIONS_OF_TRANSPORT, options);
  }

  public String transport() {
    return get(TRANSPORT);
  }

  public boolean disabled() {
    return get(DISABLED);
  }

  /** As a shell reads it, through which no program is started here. */
  private static String fromHome(String path) {
    return path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path;
  }

  /** The program and its arguments; empty where the transport starts none. */
  public List<String> command() {
    List<String> line = new ArrayList<>();
    find(COMMAND).map(BackendConfig::fromHome).ifPresent(line::add);
    line.addAll(get(ARGS));
    return Collections.unmodifiableList(line);
  }

  public Map<String, String> env() {
    return get(ENV);
  }

  public List<String> inheritEnv() {
    return get(INHERIT_ENV);
  }

  public Optional<String> cwd() {
    return find(CWD).map(BackendConfig::fromHome);
  }

  public Optional<String> url() {
    return find(URL);
  }

  public Map<String, String> headers() {
    return get(HEADERS);
  }

  public Optional<String> namespace() {
    return find(NAMESPACE);
  }

  public String description() {
    return get(DESCRIPTION);
  }

  public Duration timeout() {
    return get(TIMEOUT);
  }

  /** The configured bound, or {@link #timeout()} if that is longer. */
  public Duration maxTimeout() {
    Duration most = get(MAX_TIMEOUT);
    return most.compareTo(timeout()) < 0 ? timeout() : most;
  }

  public Duration startTimeout() {
    return get(START_TIMEOUT);
  }

  public TrustConfig trust() {
    return get(TRUST);
  }

  public Duration questionTimeout() {
    return get(QUESTION_TIMEOUT);
  }

  public List<String> tags() {
    return get(TAGS);
  }

  /** Empty where all are. */
  public Optional<List<String>> allowedTools() {
    return find(ALLOWED_TOOLS);
  }

  public List<String> deniedTools() {
    return get(DENIED_TOOLS);
  }

  public List<String> requiredKeys() {
    return get(REQUIRED_KEYS);
  }

  public boolean validateArguments() {
    return get(VALIDATE_ARGUMENTS);
  }

  /** Empty where the transport decides. */
  public OptionalInt maxConcurrentCalls() {
    return find(MAX_CONCURRENT_CALLS).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  public Duration semaphoreTimeout() {
    return get(SEMAPHORE_TIMEOUT);
  }

  public RetryConfig retry() {
    return get(RETRY);
  }

  public Optional<RateLimit> rateLimit() {
    return find(RATE_LIMIT);
  }

  public List<String> fallbackChain() {
    return get(FALLBACK_CHAIN);
  }

  public Optional<Prerequisite> prerequisite() {
    return find(PREREQUISITE);
  }

  public InstanceMode instanceMode() {
    return get(INSTANCE_MODE);
  }

  public PoolConfig pool() {
    return get(POOL);
  }

  public OptionalInt maxMemoryMb() {
    return find(MAX_MEMORY_MB).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  /** The Java tools of an in-process backend. */
  public List<InProcessTool> tools() {
    return tools;
  }

  /** The options that only the transport's provider understands. */
  public JsonNode options() {
    return get(OPTIONS_OF_TRANSPORT);
  }

  /**
   * This configuration with the secrets in place of what refers to them, wherever such a reference
   * may stand.
   *
   * @param transport the keys of the transport's own options
   * @param secrets makes the text of what is written at a path, {@code env.TOKEN} for example
   */
  public BackendConfig withSecrets(OptionTable transport, BinaryOperator<String> secrets) {
    return new BackendConfig(values.withSecrets(secrets), tools)
        .with(OPTIONS_OF_TRANSPORT, transport.withSecrets(options(), secrets));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return super.equals(other) && other instanceof BackendConfig that && tools.equals(that.tools);
  }

  @Override
  public int hashCode() {
    return 31 * super.hashCode() + tools.hashCode();
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> copy = new LinkedHashMap<>(map);
    copy.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    return Collections.unmodifiableMap(copy);
  }
}
