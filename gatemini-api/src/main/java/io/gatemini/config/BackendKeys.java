package io.gatemini.config;

import static io.gatemini.config.ConfigValues.type;
import static io.gatemini.spi.option.OptionType.bool;
import static io.gatemini.spi.option.OptionType.choice;
import static io.gatemini.spi.option.OptionType.duration;
import static io.gatemini.spi.option.OptionType.durationOrZero;
import static io.gatemini.spi.option.OptionType.integer;
import static io.gatemini.spi.option.OptionType.json;
import static io.gatemini.spi.option.OptionType.secretText;
import static io.gatemini.spi.option.OptionType.secretTextMap;
import static io.gatemini.spi.option.OptionType.secretTexts;
import static io.gatemini.spi.option.OptionType.text;
import static io.gatemini.spi.option.OptionType.texts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The keys of a backend in a configuration file, without those of its transport alone. */
final class BackendKeys {
  static final OptionTable OPTIONS = new OptionTable("");
  static final OptionKey<String> TRANSPORT =
      OPTIONS.add(
          "transport",
          text(),
          "The transport; by default stdio with a command, streamable-http with a url, "
              + "cli-adapter with tools, openapi with a document.");
  static final OptionKey<Boolean> DISABLED =
      OPTIONS.add(
          "disabled",
          bool(),
          false,
          "Whether the backend is left out: it is not started, and its other keys are "
              + "ignored. enabled: false is the same.");
  static final OptionKey<String> COMMAND =
      OPTIONS.add("command", secretText().nonBlank(), "The program to start.");
  static final OptionKey<List<String>> ARGS =
      OPTIONS.add("args", secretTexts(), List.of(), "Its arguments.");
  static final OptionKey<Map<String, String>> ENV =
      OPTIONS.add(
          "env",
          secretTextMap(),
          Map.of(),
          "Variables in its environment; secretref:env:NAME and secretref:file:<path> resolve.");
  static final OptionKey<List<String>> INHERIT_ENV =
      OPTIONS.add(
          "inherit_env",
          ConfigValues.INHERITED_VARIABLES,
          List.of(),
          ConfigValues.INHERITED_MEANING);
  static final OptionKey<String> CWD =
      OPTIONS.add("cwd", text().nonBlank(), "The working directory.");
  static final OptionKey<String> URL =
      OPTIONS.add("url", secretText().nonBlank(), "The address of the server.");

  static final OptionKey<Map<String, String>> HEADERS =
      OPTIONS.add(
          "headers", secretTextMap(), Map.of(), "Headers of every request; secrets are resolved.");
  static final OptionKey<String> NAMESPACE =
      OPTIONS.add(
          "namespace",
          text()
              .nonBlank()
              .describedBy(
                  JsonNodeFactory.instance
                      .objectNode()
                      .put("type", "string")
                      .put("pattern", "^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$")),
          "The prefix of the backend's tools. By default the name, with '_' for each run "
              + "of other characters than letters, digits, '-' and '_', or 'backend_' and a "
              + "hash if none is left.");
  static final OptionKey<String> DESCRIPTION =
      OPTIONS.add(
          "description", text(), "", "The purpose of the backend in a few words, for agents.");
  static final OptionKey<Duration> TIMEOUT =
      OPTIONS.add(
          "timeout",
          duration(),
          BackendConfig.DEFAULT_TIMEOUT,
          "The timeout of calls that state none.");
  static final OptionKey<Duration> MAX_TIMEOUT =
      OPTIONS.add(
          "max_timeout",
          duration(),
          BackendConfig.DEFAULT_MAX_TIMEOUT,
          "The longest timeout that a call may state.");
  static final OptionKey<Duration> START_TIMEOUT =
      OPTIONS.add(
          "start_timeout",
          duration(),
          BackendConfig.DEFAULT_START_TIMEOUT,
          "The time for a start, with handshake and listing. Launchers such as npx, uvx "
              + "and docker run get four times as much; each start that takes too long doubles "
              + "it, up to eight times.");
  static final OptionKey<TrustConfig> TRUST =
      OPTIONS.add(
          "trust",
          type(TrustConfig.OPTIONS, TrustConfig::new),
          TrustConfig.defaults(),
          "The questions that it may ask the client during a call; others are declined.");
  static final OptionKey<Duration> QUESTION_TIMEOUT =
      OPTIONS.add(
          "question_timeout",
          duration(),
          BackendConfig.DEFAULT_QUESTION_TIMEOUT,
          "The time for a client's answer to a question, and the longest pause of a "
              + "call's timeout for its person.");
  static final OptionKey<List<String>> TAGS =
      OPTIONS.add("tags", texts(), List.of(), "Tags of all tools of the backend.");
  static final OptionKey<List<String>> ALLOWED_TOOLS =
      OPTIONS.add(
          "allowed_tools",
          texts(),
          "The only tools of the backend that exist, by the backend's names; * matches "
              + "any characters. An empty list allows none.");
  static final OptionKey<List<String>> DENIED_TOOLS =
      OPTIONS.add(
          "denied_tools",
          texts(),
          List.of(),
          "Tools that do not exist, even if allowed_tools names them; * matches any text.");
  static final OptionKey<List<String>> REQUIRED_KEYS =
      OPTIONS.add(
          "required_keys",
          texts(),
          List.of(),
          "Names of keys that the backend needs; for information only.");
  static final OptionKey<Boolean> VALIDATE_ARGUMENTS =
      OPTIONS.add(
          "validate_arguments",
          bool(),
          true,
          "Whether arguments are checked against the schema before the backend is called.");
  static final OptionKey<Integer> MAX_CONCURRENT_CALLS =
      OPTIONS.add(
          "max_concurrent_calls",
          integer(0, 10_000),
          "Concurrent calls of the backend; 0 for no bound. By default 10 over stdio, 100 "
              + "over HTTP, 5 for command-line tools.");
  static final OptionKey<Duration> SEMAPHORE_TIMEOUT =
      OPTIONS.add(
          "semaphore_timeout",
          durationOrZero(),
          BackendConfig.DEFAULT_SEMAPHORE_TIMEOUT,
          "The longest wait of a call for its turn.");
  static final OptionKey<RetryConfig> RETRY =
      OPTIONS.add(
          "retry",
          type(RetryConfig.OPTIONS, RetryConfig::new),
          RetryConfig.defaults(),
          "Retries of calls that never reached the backend, and of idempotent or "
              + "read-only tools.");
  static final OptionKey<RateLimit> RATE_LIMIT =
      OPTIONS.add(
          "rate_limit",
          OptionType.section(
              RateLimit.OPTIONS, section -> RateLimit.of(RateLimit.OPTIONS.read(section))),
          "The rate limit of calls.");
  static final OptionKey<List<String>> FALLBACK_CHAIN =
      OPTIONS.add(
          "fallback_chain",
          texts(),
          List.of(),
          "Backends to call in this order if this one is away; each needs a tool of that name.");
  static final OptionKey<Prerequisite> PREREQUISITE =
      OPTIONS.add(
          "prerequisite",
          type(Prerequisite.OPTIONS, Prerequisite::new),
          "A program that must run before the backend starts.");
  static final OptionKey<InstanceMode> INSTANCE_MODE =
      OPTIONS.add(
          "instance_mode",
          choice(InstanceMode.class),
          InstanceMode.SHARED,
          "Whether sessions share one instance, or each session has its own.");
  static final OptionKey<PoolConfig> POOL =
      OPTIONS.add(
          "pool",
          type(PoolConfig.OPTIONS, values -> new PoolConfig(values).checked()),
          PoolConfig.defaults(),
          "The pool of dedicated instances.");
  static final OptionKey<Integer> MAX_MEMORY_MB =
      OPTIONS.add(
          "max_memory_mb",
          integer(1, Integer.MAX_VALUE),
          "The resident memory of the backend's processes, in MiB, above which it " + "restarts.");
  static final OptionKey<JsonNode> OPTIONS_OF_TRANSPORT =
      OPTIONS.add(
          "options",
          json(JsonNodeFactory.instance.objectNode().put("type", "object")),
          JsonNodeFactory.instance.objectNode(),
          "Further keys of the transport's provider.");

  private BackendKeys() {}
}
