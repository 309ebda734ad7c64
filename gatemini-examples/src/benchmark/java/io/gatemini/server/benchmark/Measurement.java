package io.gatemini.server.benchmark;

import java.util.List;

/** Something to measure; takes from seconds to a minute. */
interface Measurement {
  /** The name it is chosen by. */
  String name();

  List<Table> measure(Settings settings) throws Exception;

  /**
   * A part of the report.
   *
   * @param title what was measured
   * @param reference what stands in the column beside the figures
   * @param figures the rows
   */
  record Table(String title, String reference, List<Figure> figures) {
    public Table {
      figures = List.copyOf(figures);
    }
  }
}
