package io.gatemini.examples.benchmark;

import java.util.List;

/** Something to measure; takes from seconds to a minute. */
interface Measurement {
  /** The name it is chosen by. */
  String name();

  List<Table> measure(Settings settings) throws Exception;

  /** A part of the report. */
  record Table(String title, List<Figure> figures) {
    public Table {
      figures = List.copyOf(figures);
    }
  }
}
