package io.gatemini.search.evaluation;

import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.ConfigException;
import io.gatemini.search.host.HostModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * Measures how well a gateway's search finds the right tools of a catalog. Immutable: every setter
 * returns a changed copy. {@link #run} works on the calling thread alone and may be called again;
 * it holds one pool in memory at a time.
 *
 * <p>Every pool of the data becomes a gateway of its own with the pool's backends and tools, named
 * as the data names them, and every query goes through {@link Gateway#search}. Times are those of
 * searches one after the other, each query asked once of a gateway whose caches have not seen it,
 * after all queries have been asked of another one to warm the virtual machine up.
 *
 * <p>The README of this module has the format of the data.
 */
public final class Evaluation {
  private final Path data;
  private final Optional<String> retrieval;
  private final Optional<Path> rankings;
  private final UnaryOperator<GatewayBuilder> gateway;
  private final Consumer<String> progress;

  private Evaluation(
      Path data,
      Optional<String> retrieval,
      Optional<Path> rankings,
      UnaryOperator<GatewayBuilder> gateway,
      Consumer<String> progress) {
    this.data = data;
    this.retrieval = retrieval;
    this.rankings = rankings;
    this.gateway = gateway;
    this.progress = progress;
  }

  /**
   * An evaluation of the retriever that a gateway takes by itself.
   *
   * @param data a directory with {@code pools.json}; or whose sub-directories have {@code
   *     tools.jsonl} and {@code queries.jsonl}; or that has these two itself
   */
  public static Evaluation of(Path data) {
    return new Evaluation(
        Objects.requireNonNull(data, "data"),
        Optional.empty(),
        Optional.empty(),
        UnaryOperator.identity(),
        sentence -> {});
  }

  /** Evaluates the retriever of this name. */
  public Evaluation retrieval(String name) {
    return new Evaluation(data, Optional.of(name), rankings, gateway, progress);
  }

  /** Evaluates gateways of a configuration of your own, which must not have backends. */
  public Evaluation gateway(UnaryOperator<GatewayBuilder> configuration) {
    return new Evaluation(
        data,
        retrieval,
        rankings,
        Objects.requireNonNull(configuration, "configuration"),
        progress);
  }

  /**
   * Writes what was found for every query, noisy ones included, to a file: one line a query, {@code
   * {"pool", "id", "ranking"}}, the ranking being at most ten tool ids of the data.
   */
  public Evaluation rankings(Path file) {
    return new Evaluation(data, retrieval, Optional.of(file), gateway, progress);
  }

  /** Reports the progress of the evaluation, a sentence at a time, on the thread that runs it. */
  public Evaluation progress(Consumer<String> listener) {
    return new Evaluation(
        data, retrieval, rankings, gateway, Objects.requireNonNull(listener, "listener"));
  }

  /**
   * Runs the evaluation.
   *
   * @throws ConfigException naming file and line where the data is wrong, or when there is no
   *     retriever of the name
   */
  public EvaluationReport run() {
    List<PoolDefinition> definitions = PoolDefinition.in(data);
    List<PoolReport> reports = new ArrayList<>();
    LongStream.Builder nanos = LongStream.builder();
    try (JsonLinesWriter writer = JsonLinesWriter.to(rankings, "rankings")) {
      for (PoolDefinition definition : definitions) {
        Pool pool = PoolReader.read(data, definition);
        reports.add(new PoolRun(pool, this::builder, writer, progress, nanos).run());
      }
    }
    return new EvaluationReport(reports, Latency.ofNanos(nanos.build().toArray()));
  }

  /**
   * Runs the tasks through models of hosts instead: how many turns until the wanted tools can be
   * called, and how many bytes.
   *
   * @throws ConfigException as {@link #run} does
   */
  public List<HostReport> run(List<HostModel> hosts) {
    List<HostReport> reports = new ArrayList<>();
    JsonLinesWriter none = JsonLinesWriter.to(Optional.empty(), "rankings");
    for (PoolDefinition definition : PoolDefinition.in(data)) {
      Pool pool = PoolReader.read(data, definition);
      reports.addAll(new PoolRun(pool, this::builder, none, progress, nanos -> {}).run(hosts));
    }
    return reports;
  }

  private GatewayBuilder builder() {
    GatewayBuilder builder = gateway.apply(Gateway.builder());
    retrieval.ifPresent(builder::retrieval);
    return builder;
  }
}
