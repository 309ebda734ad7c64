package io.gatemini.server.cli;

import io.gatemini.search.evaluation.Evaluation;
import io.gatemini.search.evaluation.EvaluationReport;
import io.gatemini.search.evaluation.HostReport;
import io.gatemini.search.evaluation.PairedBootstrap;
import io.gatemini.search.host.HostModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the search. */
@Command(
    name = "evaluate",
    description = "Measure how well the search finds the right tools of a data set.")
final class EvaluateCommand extends Subcommand implements Callable<Integer> {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description =
          "A directory with pools.json, or with directories of tools.jsonl and queries.jsonl.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Path data;

  @Option(
      names = "--retrieval",
      paramLabel = "NAME",
      description = "The retriever to measure (default: the gateway's own choice).")
  @Nullable String retrieval;

  @Option(
      names = "--rankings",
      paramLabel = "FILE",
      description = "Write the ranking of each query, one JSON object per line.")
  @Nullable Path rankings;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description =
          "Rankings of an earlier run on the same data; with --rankings, stderr reports "
              + "whether the difference is significant.")
  @Nullable Path compare;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description =
          "Count turns of a model, and bytes, in a host such as claude-code, or in all, instead.")
  @Nullable String host;

  @Option(names = "--json", description = "Print one JSON object instead of tables.")
  boolean json;

  @Override
  public Integer call() {
    PrintWriter err = err();
    Evaluation evaluation = Evaluation.of(data).progress(err::println);
    if (retrieval != null) {
      evaluation = evaluation.retrieval(retrieval);
    }
    if (rankings != null) {
      evaluation = evaluation.rankings(rankings);
    }
    if (compare != null && (rankings == null || compare.equals(rankings))) {
      throw refused("--compare needs --rankings with another file to compare with it");
    }
    Path config = parent.config;
    if (config != null) {
      evaluation = evaluation.gateway(builder -> builder.config(config));
    }
    PrintWriter out = out();
    if (host != null) {
      if (rankings != null) {
        throw refused("--host writes no rankings; leave --rankings out");
      }
      List<HostReport> hosts = evaluation.run(HostModel.named(host));
      out.print(json ? HostReport.toJson(hosts) + "\n" : HostReport.toText(hosts));
      return 0;
    }
    EvaluationReport report = evaluation.run();
    if (json) {
      out.println(report.toJson());
    } else {
      out.print(report.toText());
    }
    if (compare != null && rankings != null) {
      PairedBootstrap difference = PairedBootstrap.compare(data, compare, rankings);
      err.println("nDCG@10 against the earlier run: " + difference.ndcgAt10());
      difference
          .noisyRecallAt5()
          .ifPresent(noisy -> err.println("noisy R@5 against the earlier run: " + noisy));
      err.println("(in brackets 95 % of " + PairedBootstrap.DRAWS + " paired bootstrap draws)");
    }
    return 0;
  }
}
