package io.gatemini.config;

import static io.gatemini.config.SettingsKeys.*;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.GatewaySettings.RegistrationVisible;
import io.gatemini.internal.text.BackendNames;
import io.gatemini.stability.Incubating;
import io.gatemini.stability.Stable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The settings that a host can change in code: those of a gateway that is built, and those of one
 * that runs.
 *
 * @param <S> what has the settings
 */
@Stable
public interface SettingsChanges<S> {
  /** Changes the settings. */
  @Incubating
  S settings(UnaryOperator<GatewaySettings> change);

  /**
   * Adds a backend.
   *
   * @param name 1 to 64 visible characters of any script, the first and the last no blanks. Its
   *     tools begin with its namespace: {@link BackendConfig#namespace(String)}, else the name as
   *     far as a key can have it, {@code Google_Maps} for {@code Google Maps}
   * @throws ConfigException when the name is bad or taken
   */
  default S backend(String name, BackendConfig config) {
    return settings(
        it ->
            it.with(
                BACKENDS,
                GatewaySettings.added(
                    "backends", it.allBackends(), BackendNames.check(name), config)));
  }

  /** Lets a tool be called by another name. An alias never shadows a tool. */
  default S alias(String alias, String tool) {
    return settings(it -> it.with(ALIASES, joined(it.aliases(), Map.of(alias, tool))));
  }

  /**
   * Adds a tool that is a program over other tools.
   *
   * @param name 1 to 64 letters, digits, {@code -} and {@code _}, beginning with a letter or digit
   * @throws ConfigException when the name is bad or taken
   */
  default S compositeTool(String name, CompositeTool tool) {
    return settings(
        it ->
            it.with(
                COMPOSITE_TOOLS,
                GatewaySettings.added(
                    "composite tools", it.compositeTools(), BackendNames.checkTool(name), tool)));
  }

  /**
   * Remembers in a file what a state store would, where neither that nor a plug-in does: it is
   * {@link io.gatemini.spi.StateStore#file}. Without it a gateway in a host has none.
   */
  default S cachePath(Path file) {
    return settings(it -> it.with(CACHE_PATH, file));
  }

  /** Sets the configuration of a plug-in. */
  default S pluginConfig(String name, JsonNode config) {
    return settings(it -> it.with(PLUGINS, joined(it.pluginConfigs(), Map.of(name, config))));
  }

  /** Whether plug-ins are looked for on the class path; on by default. */
  default S discover(boolean discover) {
    return settings(it -> it.with(DISCOVER, discover));
  }

  /** Leaves a discovered plug-in of this name out. */
  default S exclude(String name) {
    return settings(it -> it.with(EXCLUDE, appended(it.excluded(), List.of(name))));
  }

  /**
   * The surface that agents are shown, by the name of its {@link io.gatemini.spi.SurfaceProvider};
   * {@code meta}, the seven tools, by default; {@code servers}, the five that walk servers. In a
   * file, {@code surface}.
   */
  default S surface(String name) {
    return settings(it -> it.with(SURFACE, name));
  }

  /**
   * The retriever that answers searches; the one of the highest weight by default. In a file,
   * {@code retrieval} under {@code search}.
   */
  default S retrieval(String name) {
    return settings(it -> it.within(SEARCH, RETRIEVAL, name));
  }

  /**
   * Whether, of tools that answer a query about equally well, those that have been called with
   * success come first; on by default. It never counts for more than 5 % of a score. In a file,
   * {@code usage_boost} under {@code search}.
   */
  default S usageBoost(boolean usageBoost) {
    return settings(it -> it.within(SEARCH, USAGE_BOOST, usageBoost));
  }

  /**
   * Whether search compares meanings beside words, where a retriever can; on by default. It is
   * {@code enabled} in the configuration of the plug-in {@code semantic}, and in a file under
   * {@code semantic}.
   */
  default S semantic(boolean enabled) {
    return settings(it -> it.semantic(config -> config.put("enabled", enabled)));
  }

  /**
   * The directory of the embedding model to compare meanings with, instead of the one that comes
   * with the search. It is {@code model} in the configuration of the plug-in {@code semantic}, and
   * in a file under {@code semantic}.
   */
  default S semanticModel(Path directory) {
    return settings(it -> it.semantic(config -> config.put("model", directory.toString())));
  }

  /**
   * A file of your own requests and the tools that they are for, which are further texts of those
   * tools. It is {@code examples} in the configuration of the plug-in {@code semantic}, and in a
   * file under {@code search}.
   */
  default S searchExamples(Path file) {
    return settings(it -> it.semantic(config -> config.put("examples", file.toString())));
  }

  /**
   * Whether backends wait with their start for the first use: a client that has connected, a
   * search, a call, {@link io.gatemini.Gateway#awaitReady}. By default they start when the gateway
   * is built.
   */
  default S lazyStart(boolean lazyStart) {
    return settings(it -> it.with(LAZY_START, lazyStart));
  }

  /**
   * Bound of a chain's answer in UTF-8 bytes, where the call does not say: the component {@code
   * maxOutputSize} of the output configuration.
   */
  default S maxOutputBytes(int maxOutputBytes) {
    return settings(it -> it.withMaxOutputBytes(maxOutputBytes));
  }

  /**
   * Bound of all messages together that are on their way through the gateway, in bytes as they
   * arrive; a twelfth of the heap by default, because a message takes several times its size while
   * it is read and made to fit. An answer that does not fit waits for a moment, then fails alone.
   */
  default S maxInFlightBytes(long maxInFlightBytes) {
    return settings(it -> it.with(MAX_IN_FLIGHT_BYTES, maxInFlightBytes));
  }

  /**
   * Wall-clock bound of a program, where the call does not say; a chain that is one call has the
   * {@code timeout} of its backend.
   */
  default S chainTimeout(Duration chainTimeout) {
    return settings(it -> it.with(CHAIN_TIMEOUT, chainTimeout));
  }

  /**
   * Programs that agents may start under the guarded policy, alone or with their first arguments. A
   * program alone may be started with any arguments: {@code npx} lets agents run any package there
   * is, {@code npx -y @scope/package} that one.
   */
  default S allowedCommands(String... commands) {
    return settings(it -> it.within(REGISTRATION, ALLOWED_COMMANDS, List.of(commands)));
  }

  /**
   * Hosts, with a port or without, that agents may register without being public or https, under
   * the guarded policy.
   */
  default S allowedHosts(String... hosts) {
    return settings(it -> it.within(REGISTRATION, ALLOWED_HOSTS, List.of(hosts)));
  }

  /**
   * Secrets that agents may name in headers and variables of what they register under the guarded
   * policy, as {@code provider:reference@host}, for example {@code
   * env:GITHUB_TOKEN@api.github.com}: it goes to that host alone. Without a host the secret may go
   * anywhere an agent may register a backend, even when a stranger's text asks the agent to.
   */
  default S allowedSecrets(String... secrets) {
    return settings(it -> it.within(REGISTRATION, ALLOWED_SECRETS, List.of(secrets)));
  }

  /** Who sees, calls and removes what an agent registers. */
  @Incubating
  default S registrationVisible(RegistrationVisible visible) {
    return settings(it -> it.within(REGISTRATION, REGISTRATION_VISIBLE, visible));
  }

  /** How many backends agents may register, each authenticated client for itself. */
  default S maxDynamicBackends(int maxDynamicBackends) {
    return settings(it -> it.within(REGISTRATION, MAX_DYNAMIC_BACKENDS, maxDynamicBackends));
  }

  /**
   * Keeps what agents register in the state store, with its variables and headers as they were
   * given: it is there again after a restart, and in other gateways with the store. Each asks its
   * own policy first. Off by default, because anyone who can write to the store can name programs.
   */
  default S sharedRegistrations(boolean sharedRegistrations) {
    return settings(it -> it.within(REGISTRATION, SHARED_REGISTRATIONS, sharedRegistrations));
  }

  /**
   * Adds words on the catalog to the description of {@code search_tools}; the instructions list the
   * backends.
   */
  default S catalogDigest(String catalogDigest) {
    return settings(it -> it.with(CATALOG_DIGEST, catalogDigest));
  }

  /** Sets the limits of programs and where they run; {@link SandboxConfig#defaults} by default. */
  default S sandbox(SandboxConfig sandbox) {
    return settings(it -> it.with(SANDBOX, sandbox));
  }

  /**
   * Changes what programs may use, beginning with what was said before.
   *
   * @throws ConfigException when a number is out of its bounds
   */
  default S sandbox(UnaryOperator<SandboxConfig> change) {
    return settings(it -> it.with(SANDBOX, change.apply(it.sandbox())));
  }

  /**
   * How backends are watched, started again and ended; {@link HealthConfig#defaults} by default.
   */
  default S health(HealthConfig health) {
    return settings(it -> it.with(HEALTH, health));
  }

  /**
   * Changes how backends are watched, beginning with what was said before.
   *
   * @throws ConfigException when a number is out of its bounds
   */
  default S health(UnaryOperator<HealthConfig> change) {
    return settings(it -> it.with(HEALTH, change.apply(it.health())));
  }

  /** Sets what happens when a tool's definition changes; reported by default. */
  default S pinning(Pinning pinning) {
    return settings(it -> it.with(PINNING, pinning));
  }

  /**
   * Puts the resources of backends into the list that clients see, or leaves them out, as by
   * default: those are read under their addresses all the same.
   */
  default S passedResources(Passthrough resources) {
    return settings(it -> it.within(PASSTHROUGH, PASSED_RESOURCES, resources));
  }

  /**
   * Puts the prompts of backends into the list that clients see, as {@code backend/prompt}, or
   * leaves them out, as by default: those are got by that name all the same.
   */
  default S passedPrompts(Passthrough prompts) {
    return settings(it -> it.within(PASSTHROUGH, PASSED_PROMPTS, prompts));
  }

  /**
   * Sets what happens when a program calls a tool whose details or response its session has not
   * looked at; nothing by default. It needs a surface that notes who has: {@code servers}.
   */
  @Incubating
  default S inspectionGuard(InspectionGuard inspectionGuard) {
    return settings(it -> it.with(INSPECTION_GUARD, inspectionGuard));
  }

  /**
   * Replaces the instructions that clients get at initialization; they get none where it is blank.
   */
  default S instructions(String instructions) {
    return settings(it -> it.with(INSTRUCTIONS, instructions));
  }

  /**
   * Adds a line to the instructions that clients get at initialization: what is special about this
   * host. It is not counted in the 1,150 characters that the gateway itself keeps to.
   */
  default S moreInstructions(String moreInstructions) {
    return settings(it -> it.with(MORE_INSTRUCTIONS, moreInstructions));
  }
}
