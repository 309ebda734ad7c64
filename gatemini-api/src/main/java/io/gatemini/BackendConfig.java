package io.gatemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.internal.inprocess.AnnotatedMethods;
import io.gatemini.spi.BackendTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
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
public final class BackendConfig {
  /** How long a call may take where nothing else is said. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  /** How long a start may take, connection, handshake and listing included. */
  public static final Duration DEFAULT_START_TIMEOUT = Duration.ofSeconds(30);

  /** How long a call waits for its turn where {@link #maxConcurrentCalls} are under way. */
  public static final Duration DEFAULT_SEMAPHORE_TIMEOUT = Duration.ofSeconds(60);

  private static final int UNSET = -1;
  private static final int MOST_CONCURRENT_CALLS = 10_000;

  private final String transport;
  private List<String> command = List.of();
  private Map<String, String> env = Map.of();
  private @Nullable String cwd;
  private @Nullable String url;
  private Map<String, String> headers = Map.of();
  private @Nullable String namespace;
  private String description = "";
  private Duration timeout = DEFAULT_TIMEOUT;
  private Duration startTimeout = DEFAULT_START_TIMEOUT;
  private List<String> tags = List.of();
  private List<String> requiredKeys = List.of();
  private boolean validateArguments = true;
  private int maxConcurrentCalls = UNSET;
  private Duration semaphoreTimeout = DEFAULT_SEMAPHORE_TIMEOUT;
  private RetryConfig retry = RetryConfig.defaults();
  private @Nullable RateLimit rateLimit;
  private List<String> fallbackChain = List.of();
  private @Nullable Prerequisite prerequisite;
  private InstanceMode instanceMode = InstanceMode.SHARED;
  private PoolConfig pool = PoolConfig.defaults();
  private int maxMemoryMb = UNSET;
  private List<InProcessTool> tools = List.of();
  private ObjectNode options = JsonNodeFactory.instance.objectNode();

  private BackendConfig(String transport) {
    this.transport = Objects.requireNonNull(transport, "transport");
  }

  private BackendConfig(BackendConfig from) {
    transport = from.transport;
    command = from.command;
    env = from.env;
    cwd = from.cwd;
    url = from.url;
    headers = from.headers;
    namespace = from.namespace;
    description = from.description;
    timeout = from.timeout;
    startTimeout = from.startTimeout;
    tags = from.tags;
    requiredKeys = from.requiredKeys;
    validateArguments = from.validateArguments;
    maxConcurrentCalls = from.maxConcurrentCalls;
    semaphoreTimeout = from.semaphoreTimeout;
    retry = from.retry;
    rateLimit = from.rateLimit;
    fallbackChain = from.fallbackChain;
    prerequisite = from.prerequisite;
    instanceMode = from.instanceMode;
    pool = from.pool;
    maxMemoryMb = from.maxMemoryMb;
    tools = from.tools;
    options = from.options;
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
    return new BackendConfig(transport);
  }

  /** Adds a Java tool. The schema is that of the arguments. */
  public BackendConfig tool(
      String name, String description, JsonNode inputSchema, ToolHandler handler) {
    return tool(BackendTool.of(name, description, inputSchema), handler);
  }

  /** Adds a Java tool, its schema as JSON text. */
  public BackendConfig tool(
      String name, String description, String inputSchema, ToolHandler handler) {
    return tool(name, description, RawJson.parse(inputSchema).tree(), handler);
  }

  /** Adds a Java tool with everything that can be said of it. */
  public BackendConfig tool(BackendTool definition, ToolHandler handler) {
    return tools(List.of(new InProcessTool(definition, handler)));
  }

  /** Adds many Java tools at once; one by one, thousands of tools take quadratic time. */
  public BackendConfig tools(Collection<InProcessTool> more) {
    List<InProcessTool> all = new ArrayList<>(tools);
    all.addAll(more);
    BackendConfig copy = new BackendConfig(this);
    copy.tools = List.copyOf(all);
    return copy;
  }

  /**
   * Adds the methods of an object that are annotated with {@link Tool}.
   *
   * @throws ConfigException when there is none, or a parameter has no JSON form
   */
  public BackendConfig methodsOf(Object object) {
    BackendConfig copy = this;
    for (InProcessTool tool : AnnotatedMethods.of(object)) {
      copy = copy.tool(tool.definition(), tool.handler());
    }
    return copy;
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
    BackendConfig copy = new BackendConfig(this);
    copy.command = List.copyOf(commandLine);
    return copy;
  }

  /** Sets a variable in the environment of the program. */
  public BackendConfig env(String name, String value) {
    BackendConfig copy = new BackendConfig(this);
    copy.env = with(env, name, value);
    return copy;
  }

  /** The directory the program starts in. */
  public BackendConfig cwd(String directory) {
    BackendConfig copy = new BackendConfig(this);
    copy.cwd = Objects.requireNonNull(directory, "directory");
    return copy;
  }

  /** The address of the server. */
  public BackendConfig url(String url) {
    BackendConfig copy = new BackendConfig(this);
    copy.url = Objects.requireNonNull(url, "url");
    return copy;
  }

  /** Sets a header that goes with every request. */
  public BackendConfig header(String name, String value) {
    BackendConfig copy = new BackendConfig(this);
    copy.headers = with(headers, name, value);
    return copy;
  }

  /**
   * The prefix of the backend's tools, instead of its name: 1 to 64 letters, digits, {@code -} and
   * {@code _}. Without one, each run of other characters in the name becomes one {@code _}; of a
   * name without any letter or digit of ASCII it becomes {@code backend_} and a short hash, always
   * the same.
   */
  public BackendConfig namespace(String namespace) {
    BackendConfig copy = new BackendConfig(this);
    copy.namespace = Objects.requireNonNull(namespace, "namespace");
    return copy;
  }

  /** A few words on what the backend is for; agents read them. */
  public BackendConfig description(String description) {
    BackendConfig copy = new BackendConfig(this);
    copy.description = Objects.requireNonNull(description, "description");
    return copy;
  }

  /** How long a call may take. */
  public BackendConfig timeout(Duration timeout) {
    BackendConfig copy = new BackendConfig(this);
    copy.timeout = Bounds.positive("timeout", timeout);
    return copy;
  }

  /** How long a start may take, connection, handshake and listing included. */
  public BackendConfig startTimeout(Duration startTimeout) {
    BackendConfig copy = new BackendConfig(this);
    copy.startTimeout = Bounds.positive("start_timeout", startTimeout);
    return copy;
  }

  /** Tags of all tools of the backend. */
  public BackendConfig tags(String... tags) {
    BackendConfig copy = new BackendConfig(this);
    copy.tags = List.of(tags);
    return copy;
  }

  /** Names of keys the backend needs beside those of its environment; for information only. */
  public BackendConfig requiredKeys(String... keys) {
    BackendConfig copy = new BackendConfig(this);
    copy.requiredKeys = List.of(keys);
    return copy;
  }

  /** Whether arguments are checked against the schema before the backend is called. */
  public BackendConfig validateArguments(boolean validateArguments) {
    BackendConfig copy = new BackendConfig(this);
    copy.validateArguments = validateArguments;
    return copy;
  }

  /**
   * How many calls the backend gets at a time; further ones wait. 0 for no bound, else at most
   * 10,000; where nothing is said, what the transport finds right.
   */
  public BackendConfig maxConcurrentCalls(int maxConcurrentCalls) {
    BackendConfig copy = new BackendConfig(this);
    copy.maxConcurrentCalls =
        Bounds.between(0, MOST_CONCURRENT_CALLS, "max_concurrent_calls", maxConcurrentCalls);
    return copy;
  }

  /** How long a call waits for its turn. */
  public BackendConfig semaphoreTimeout(Duration semaphoreTimeout) {
    BackendConfig copy = new BackendConfig(this);
    copy.semaphoreTimeout = Bounds.positive("semaphore_timeout", semaphoreTimeout);
    return copy;
  }

  /** How calls are repeated that may be. */
  public BackendConfig retry(RetryConfig retry) {
    BackendConfig copy = new BackendConfig(this);
    copy.retry = Objects.requireNonNull(retry, "retry");
    return copy;
  }

  /** How many calls the backend gets in a window of time. */
  public BackendConfig rateLimit(int maxCalls, Duration window) {
    BackendConfig copy = new BackendConfig(this);
    copy.rateLimit = new RateLimit(maxCalls, window);
    return copy;
  }

  /**
   * Backends that are called instead, in this order, when this one cannot be reached; each needs a
   * tool of the same name.
   */
  public BackendConfig fallbackChain(String... backends) {
    BackendConfig copy = new BackendConfig(this);
    copy.fallbackChain = List.of(backends);
    return copy;
  }

  /** A program that has to run before the backend starts. */
  public BackendConfig prerequisite(Prerequisite prerequisite) {
    BackendConfig copy = new BackendConfig(this);
    copy.prerequisite = Objects.requireNonNull(prerequisite, "prerequisite");
    return copy;
  }

  /** Whether all sessions share one running backend, or each has its own. */
  public BackendConfig instanceMode(InstanceMode instanceMode) {
    BackendConfig copy = new BackendConfig(this);
    copy.instanceMode = Objects.requireNonNull(instanceMode, "instanceMode");
    return copy;
  }

  /** How many instances there are where each session has its own. */
  public BackendConfig pool(PoolConfig pool) {
    BackendConfig copy = new BackendConfig(this);
    copy.pool = Objects.requireNonNull(pool, "pool");
    return copy;
  }

  /**
   * Resident memory of the backend's processes in MiB above which it is started again; a warning is
   * logged at four fifths of it.
   */
  public BackendConfig maxMemoryMb(int maxMemoryMb) {
    BackendConfig copy = new BackendConfig(this);
    copy.maxMemoryMb = Bounds.between(1, Integer.MAX_VALUE, "max_memory_mb", maxMemoryMb);
    return copy;
  }

  /** Sets what only the transport's provider understands. */
  public BackendConfig option(String name, @Nullable Object value) {
    BackendConfig copy = new BackendConfig(this);
    copy.options = options.deepCopy();
    copy.options.set(name, Json.mapper().valueToTree(value));
    return copy;
  }

  public String transport() {
    return transport;
  }

  /** The program and its arguments; empty where the transport starts none. */
  public List<String> command() {
    return command;
  }

  public Map<String, String> env() {
    return env;
  }

  public Optional<String> cwd() {
    return Optional.ofNullable(cwd);
  }

  public Optional<String> url() {
    return Optional.ofNullable(url);
  }

  public Map<String, String> headers() {
    return headers;
  }

  public Optional<String> namespace() {
    return Optional.ofNullable(namespace);
  }

  public String description() {
    return description;
  }

  public Duration timeout() {
    return timeout;
  }

  public Duration startTimeout() {
    return startTimeout;
  }

  public List<String> tags() {
    return tags;
  }

  public List<String> requiredKeys() {
    return requiredKeys;
  }

  public boolean validateArguments() {
    return validateArguments;
  }

  /** Empty where the transport decides. */
  public OptionalInt maxConcurrentCalls() {
    return maxConcurrentCalls == UNSET ? OptionalInt.empty() : OptionalInt.of(maxConcurrentCalls);
  }

  public Duration semaphoreTimeout() {
    return semaphoreTimeout;
  }

  public RetryConfig retry() {
    return retry;
  }

  public Optional<RateLimit> rateLimit() {
    return Optional.ofNullable(rateLimit);
  }

  public List<String> fallbackChain() {
    return fallbackChain;
  }

  public Optional<Prerequisite> prerequisite() {
    return Optional.ofNullable(prerequisite);
  }

  public InstanceMode instanceMode() {
    return instanceMode;
  }

  public PoolConfig pool() {
    return pool;
  }

  public OptionalInt maxMemoryMb() {
    return maxMemoryMb == UNSET ? OptionalInt.empty() : OptionalInt.of(maxMemoryMb);
  }

  /** The Java tools of an in-process backend. */
  public List<InProcessTool> tools() {
    return tools;
  }

  /** What only the transport's provider understands. */
  public JsonNode options() {
    return options;
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> copy = new LinkedHashMap<>(map);
    copy.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
    return Collections.unmodifiableMap(copy);
  }

  /** A tool written in Java. */
  public record InProcessTool(BackendTool definition, ToolHandler handler) {}
}
