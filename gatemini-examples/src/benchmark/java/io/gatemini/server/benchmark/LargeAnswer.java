package io.gatemini.server.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** An answer of 12 MB, whole, and whether the backend survives it. */
final class LargeAnswer implements Measurement {
  private static final int BYTES = 12_000_000;
  private static final String DIRECT =
      "{\"name\":\"blob\",\"arguments\":{\"bytes\":" + BYTES + "}}";
  private static final String THROUGH_GATEWAY =
      """
      {"name":"call_tool_chain","arguments":{"max_output_size":100000000,\
      "code":"{\\"tool\\":\\"echo.blob\\",\\"arguments\\":{\\"bytes\\":%d}}"}}"""
          .formatted(BYTES);

  @Override
  public String name() {
    return "large";
  }

  @Override
  public List<Table> measure(Settings settings) throws IOException {
    ServerCommand echo = ServerCommand.echo(0);
    List<Double> directSeconds = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    int incomplete = 0;
    int backendLost = 0;
    try (RpcClient direct = RpcClient.start(echo);
        RpcClient gateway = RpcClient.start(settings.server().over(echo, settings.directory()))) {
      direct.initialize();
      gateway.initialize();
      Servers.awaitEcho(gateway);
      for (int i = 0; i < settings.pick(3, 9); i++) {
        exchange(direct, DIRECT, directSeconds);
        incomplete += exchange(gateway, THROUGH_GATEWAY, seconds) ? 0 : 1;
        backendLost += gateway.load(CallShape.THROUGH_GATEWAY, 1, 1).wrong();
      }
      List<Figure> figures = new ArrayList<>();
      figures.add(
          Figure.of("slowest, s", seconds.stream().mapToDouble(v -> v).max().orElse(0))
              .beside(directSeconds.stream().mapToDouble(v -> v).max().orElse(0))
              .atMost(1.5));
      figures.add(
          Figure.of("median, s", Median.of(seconds.stream().mapToDouble(v -> v)))
              .beside(Median.of(directSeconds.stream().mapToDouble(v -> v))));
      figures.add(Figure.of("answers cut or failed", incomplete).atMost(0));
      figures.add(Figure.of("calls failed after it", backendLost).atMost(0));
      return List.of(new Table("an answer of 12 MB", "direct", figures));
    }
  }

  private static boolean exchange(RpcClient client, String params, List<Double> seconds)
      throws IOException {
    long began = System.nanoTime();
    RpcClient.Line line = client.exchange("tools/call", params);
    seconds.add((System.nanoTime() - began) / 1e9);
    return line.length() > BYTES && !line.contains("\"isError\":true");
  }
}
