package io.gatemini;

import io.gatemini.config.BackendConfig;
import io.gatemini.config.CompositeTool;
import io.gatemini.config.ConfigException;
import io.gatemini.config.GatewaySettings;
import io.gatemini.config.Pinning;
import io.gatemini.config.SettingsChange;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.async.Futures;
import io.gatemini.internal.engine.Engine;
import io.gatemini.spi.SignIn;
import io.gatemini.stability.Incubating;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A gateway over many backends: their tools in one catalog, found by search, called in one way.
 *
 * <p>Thread-safe. Every operation that may wait has a blocking form and an {@code ...Async} form;
 * cancelling the returned future cancels the work down to the backend. The blocking form throws
 * what the future would fail with, a {@link GatewayException}; interrupting the waiting thread
 * cancels the work too.
 */
public interface Gateway extends AutoCloseable {
  /** Starts the description of a gateway. */
  static GatewayBuilder builder() {
    return Engine.get().builder();
  }

  /**
   * Builds a gateway from a file: the gateway's own YAML, or the {@code mcpServers} JSON that MCP
   * clients use.
   *
   * @throws ConfigException naming the key that is wrong
   */
  static Gateway fromConfig(Path file) {
    return builder().config(file).build();
  }

  /**
   * Waits until every backend has either started or failed and its tools can be searched.
   *
   * @return whether that came true in time
   */
  boolean awaitReady(Duration timeout);

  /**
   * Waits until the tools that are known now can be searched. Backends that have not started yet
   * are not waited for; {@link #awaitReady} does that too.
   *
   * @return whether that came true in time
   */
  boolean awaitIndexed(Duration timeout);

  /** Finds tools for a task in plain words, best first. */
  default List<SearchHit> search(String query) {
    return search(SearchRequest.of(query));
  }

  /** Finds tools, best first. */
  default List<SearchHit> search(SearchRequest request) {
    return Futures.await(searchAsync(request));
  }

  CompletableFuture<List<SearchHit>> searchAsync(SearchRequest request);

  /**
   * Returns the description of one tool.
   *
   * @param name its key, its bare name while only one backend has it, or a user alias
   * @throws UnknownToolException naming near matches
   */
  ToolInfo tool(String name);

  /**
   * The tools of a backend as TypeScript, for who writes programs in an editor: {@code declare
   * const billing: {...};} with one method a tool. It compiles in strict mode, with the libraries
   * of the language alone. For a backend without tools it is a comment that says so.
   *
   * @param backend the backend's name
   * @throws UnknownBackendException naming near ones
   */
  String typescript(String backend);

  /**
   * The text of a backend on how its tools are to be used ({@code instructions} of its handshake),
   * as it said it; empty where it says nothing, has not started, or is not known.
   *
   * @param backend the backend's name
   */
  Optional<String> instructions(String backend);

  /** The tools at this moment. */
  CatalogSnapshot catalog();

  /** Calls a tool with arguments that Jackson can write. */
  default ToolResult call(String tool, Map<String, ? extends @Nullable Object> arguments) {
    return call(ToolCall.of(tool, arguments));
  }

  /** Calls a tool. A result that says {@link ToolResult#isError()} is returned, not thrown. */
  default ToolResult call(ToolCall call) {
    return Futures.await(callAsync(call));
  }

  CompletableFuture<ToolResult> callAsync(ToolCall call);

  /**
   * Runs a program over the tools, in TypeScript or JavaScript: a JSON call and a call of one tool
   * need no script engine, everything else needs {@code gatemini-sandbox}.
   *
   * <pre>{@code
   * gateway.run("""
   *     const [a, b] = await Promise.all([files.read({path: "a"}), files.read({path: "b"})]);
   *     return a.length + b.length;""").value().asInt();
   * }</pre>
   */
  default ChainResult run(String code) {
    return run(ChainRequest.of(code));
  }

  /**
   * Runs a program over the tools, with a timeout, a bound of its answer, or a {@link
   * ChainRequest.Mode mode} of its own. Whatever fails in it is a result that says {@link
   * ChainResult#isError()}. A program to be had as a tool is a {@link CompositeTool}.
   */
  default ChainResult run(ChainRequest request) {
    return Futures.await(runAsync(request));
  }

  CompletableFuture<ChainResult> runAsync(ChainRequest request);

  /**
   * The original of a reduced answer to the host itself; the answer contains its id.
   *
   * @throws UnknownResultException when none is kept under this id, saying how to get it again
   */
  default StoredResult result(String id) {
    return result(id, Session.local());
  }

  /**
   * The original of an answer to a session that was reduced. Another session's id is answered like
   * one that never was.
   *
   * @throws UnknownResultException when none is kept under this id, saying how to get it again
   */
  StoredResult result(String id, Session session);

  /**
   * Adds a backend at run time and starts it. The registration policy is not asked: it guards
   * against agents, not against the host.
   *
   * @return the backend's status once it is healthy
   * @throws RegistrationException when the name or namespace is taken or the start fails; nothing
   *     is kept then
   */
  default BackendStatus register(String name, BackendConfig config) {
    return Futures.await(registerAsync(name, config));
  }

  CompletableFuture<BackendStatus> registerAsync(String name, BackendConfig config);

  /**
   * Registers a backend on behalf of an agent: the registration policy and the quota are asked, and
   * the backend counts as dynamic. Its name must be of 1 to 64 letters, digits, {@code -} and
   * {@code _}: one of other characters could look like that of another backend.
   */
  CompletableFuture<BackendStatus> registerAsync(
      String name, BackendConfig config, Session onBehalfOf);

  /**
   * Ends a session of a host that calls for several clients: cancels its open calls and programs,
   * frees its own instances of backends, its kept results and its figures. Clients of a transport
   * end theirs by going away.
   */
  void endSession(Session session);

  /**
   * The tools whose definition has changed and has not been accepted, by key: {@link #acceptChange}
   * accepts them.
   */
  @Incubating
  List<DefinitionChange> definitionChanges();

  /**
   * Accepts that the definition of a tool has changed, see {@link Pinning}: what it is now is what
   * later changes are compared with.
   *
   * @param tool its key, as {@link BackendStatus#changedTools} gives it
   * @throws UnknownToolException when no change of a tool of this key waits to be accepted
   */
  void acceptChange(String tool);

  /**
   * Removes a backend on behalf of an agent: the registration policy is asked, and only what an
   * agent registered can go. Completes when it has stopped.
   *
   * @throws RegistrationException when the policy refuses, there is none of this name, or the host
   *     or the configuration brought it
   */
  CompletableFuture<Void> deregisterAsync(String name, Session onBehalfOf);

  /**
   * Removes a backend that was registered at run time, by the host or an agent, and stops it:
   * returns when nothing of it is left, or when it has taken too long to stop.
   *
   * @throws RegistrationException when there is none of this name, or it is configured
   */
  default void deregister(String name) {
    Futures.await(deregisterAsync(name));
  }

  CompletableFuture<Void> deregisterAsync(String name);

  /**
   * Stops a backend and starts it again, whatever its state is: also one that has failed too often,
   * whose failures are forgotten. Its calls under way end as at a stop; its tools and aliases stay,
   * and new calls wait for it. With an instance for each session, all of them are stopped.
   *
   * @return the backend's status once it is healthy
   * @throws RegistrationException when there is none of this name, naming near ones
   * @throws BackendUnavailableException when it did not start; it is then tried again as after any
   *     failed start
   */
  default BackendStatus restart(String name) {
    return Futures.await(restartAsync(name));
  }

  /** The same without waiting; the backend is restarted also where this future is cancelled. */
  CompletableFuture<BackendStatus> restartAsync(String name);

  /**
   * Begins to sign a person in to a backend, in the state {@link BackendState#NEEDS_SIGN_IN} or any
   * other. Show its address to the person; when they have signed in, the backend is started again,
   * and {@link SignIn#outcome} completes when it is healthy. While one is under way, this returns
   * the same.
   *
   * @throws RegistrationException when there is none of this name, naming near ones
   * @throws BackendUnavailableException when it takes no sign-in, saying why
   */
  @Incubating
  default SignIn signIn(String name) {
    return Futures.await(signInAsync(name));
  }

  /** The same without waiting. */
  @Incubating
  CompletableFuture<SignIn> signInAsync(String name);

  /**
   * Revokes and forgets the tokens of the person who has signed in to a backend, and starts it
   * again.
   *
   * @return whether somebody had signed in
   * @throws RegistrationException when there is none of this name, naming near ones
   */
  @Incubating
  default boolean signOut(String name) {
    return Futures.await(signOutAsync(name));
  }

  /** The same without waiting. */
  @Incubating
  CompletableFuture<Boolean> signOutAsync(String name);

  /**
   * Puts other settings in force while the gateway runs: {@code
   * gateway.reload(builder.settings())}. Backends that are new are added, those that are gone
   * removed, those that are configured in another way replaced, and no others touched; one snapshot
   * of the catalog shows all of it. Calls under way end with the backend they began with, within
   * its drain timeout. New backends start in the background, see {@link #awaitReady}. Some keys
   * count from the next start on; the log names them.
   *
   * @return what has changed
   * @throws io.gatemini.config.ConfigException with all that does not fit; nothing has changed then
   */
  @Incubating
  default SettingsChange reload(GatewaySettings next) {
    return Futures.await(reloadAsync(next));
  }

  /** The same without waiting. */
  @Incubating
  default CompletableFuture<SettingsChange> reloadAsync(GatewaySettings next) {
    Objects.requireNonNull(next, "next");
    return reloadAsync(() -> next);
  }

  /**
   * Reads settings and puts them in force, as {@link #reload(GatewaySettings)} does: {@code
   * gateway.reload(() -> Gateway.builder().config(file).settings())}. If they are invalid, {@code
   * gatemini://health} shows the error until a reload succeeds.
   *
   * @param read called on the gateway's executor, one reload at a time
   * @throws io.gatemini.config.ConfigException what {@code read} throws, or what does not fit
   */
  @Incubating
  default SettingsChange reload(Supplier<GatewaySettings> read) {
    return Futures.await(reloadAsync(read));
  }

  /** The same without waiting. */
  @Incubating
  CompletableFuture<SettingsChange> reloadAsync(Supplier<GatewaySettings> read);

  /** Every backend as it stands, by name; also those that are starting or failed. */
  List<BackendStatus> backends();

  /** The configuration of a backend. */
  Optional<BackendConfig> backendConfig(String name);

  /** Figures since the gateway was built. */
  @Incubating
  GatewayStats stats();

  /**
   * The figures of one client: the answers it has received so far, beside the cost of the tools of
   * all backends.
   */
  @Incubating
  SessionStats stats(Session session);

  /**
   * Adds a listener for changes of backends and tools; adding a listener twice has no effect. The
   * state at that moment is in {@link #backends} and {@link #catalog}, read after this call.
   */
  void addListener(GatewayListener listener);

  /**
   * Removes a listener; a notification in progress may still end.
   *
   * @return whether it was there
   */
  boolean removeListener(GatewayListener listener);

  /** The plug-ins that were found and given, by kind and weight. */
  List<PluginInfo> plugins();

  /** The resources of the gateway itself and of its host, in a fixed order. */
  default List<Resource> resources() {
    return surface().resources(Session.local());
  }

  /** Templates of further resources, in a fixed order. */
  default List<ResourceTemplate> resourceTemplates() {
    return surface().resourceTemplates(Session.local());
  }

  /**
   * Reads a resource the way an MCP client does.
   *
   * @throws UnknownResourceException when there is none under this address, naming near ones
   * @throws InvalidArgumentsException when the address asks for something that its resource has not
   */
  default ResourceContent readResource(String uri) {
    return Futures.await(readResourceAsync(uri));
  }

  CompletableFuture<ResourceContent> readResourceAsync(String uri);

  /** The prompts, in a fixed order. */
  default List<Prompt> prompts() {
    return surface().prompts(Session.local());
  }

  /**
   * The messages of a prompt.
   *
   * @throws UnknownPromptException when there is none of this name, naming near ones
   * @throws InvalidArgumentsException when a required argument is missing, or one is given that the
   *     prompt has not
   */
  default PromptContent prompt(String name, Map<String, String> arguments) {
    return Futures.await(promptAsync(name, arguments));
  }

  CompletableFuture<PromptContent> promptAsync(String name, Map<String, String> arguments);

  /** The instructions that clients get at initialization, made of the tools at this moment. */
  default String instructions() {
    return surface().instructions().orElse("");
  }

  /**
   * The tools of the surface for an agent in this process, to be handed to its model. Registrations
   * and kept results of a session end with {@link #endSession}.
   *
   * @param session the conversation that calls
   */
  default List<GatewayTool> agentTools(Session session) {
    return GatewayTool.of(surface(), session);
  }

  /**
   * The same without some of them, for a host that does that part itself.
   *
   * @param without the names of tools that the model is not to have; others are not looked at
   */
  default List<GatewayTool> agentTools(Session session, Set<String> without) {
    return agentTools(session).stream().filter(tool -> !without.contains(tool.name())).toList();
  }

  /**
   * The tool {@code read_result}, by which a model reads what was left out of an answer, a page or
   * a search at a time. For a host that gives its model tools of backends; one that has {@link
   * #agentTools} reads it by a program, too.
   *
   * @param session the conversation whose answers are read
   */
  default GatewayTool resultTool(Session session) {
    return GatewayTool.ofResults(this, session);
  }

  /**
   * The surface that clients see: its tools, resources, prompts. For a host that serves several
   * clients, each with a session of its own.
   */
  @Incubating
  Surface surface();

  /** Opens the surface to MCP clients. The exposure is closed with the gateway. */
  Exposure expose(Transport transport);

  /**
   * The same over the transport that a plug-in brings under this name: {@code stdio} is MCP over
   * this process's stdin and stdout.
   *
   * @throws ConfigException when there is none of this name, naming those there are
   */
  Exposure expose(String transport);

  /**
   * Fails what is open, stops every backend and ends every thread of the gateway. Idempotent; an
   * executor or scheduler that the host gave is left alone.
   */
  @Override
  void close();
}
