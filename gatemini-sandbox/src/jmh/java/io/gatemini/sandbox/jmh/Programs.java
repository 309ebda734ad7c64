package io.gatemini.sandbox.jmh;

/** The programs that are measured. Each has a {@code %d} where one text differs from the next. */
final class Programs {
  static final String ONE_CALL =
      """
      const answer = await b.tool_1({text: "call %d"});
      return answer.text.length;""";

  static final String THREE_CALLS =
      """
      // report %d
      const listing = await b.rows({path: "/reports"});
      const large = listing.rows.filter(row => row.size > 300);
      const [first, second] = await Promise.all(
        large.slice(0, 2).map(row => b.tool_1({text: row.name})));
      const byOwner = new Map();
      for (const row of large) {
        byOwner.set(row.owner, (byOwner.get(row.owner) ?? 0) + row.size);
      }
      return {names: large.map(row => row.name), byOwner, count: first.count + second.count};""";

  static final String TYPESCRIPT =
      """
      // report %d
      interface Row { name: string; size: number; owner: string }
      const listing = await b.rows({path: "/reports"}) as {rows: Row[]};
      const large: Row[] = listing.rows.filter((row: Row) => row.size > 300);
      const first = await b.tool_1({text: large[0]!.name});
      const second = await b.tool_1({text: large[1]!.name});
      const byOwner: Map<string, number> = new Map();
      for (const row of large) byOwner.set(row.owner, (byOwner.get(row.owner) ?? 0) + row.size);
      const names: string[] = large.map(row => row.name);
      return {names, byOwner, count: first.count + second.count};""";

  static final String TEN_CALLS =
      """
      let last = {text: "call %d", count: 0};
      for (let i = 0; i < 10; i++) last = await b.tool_1({text: last.text, i});
      return last.count;""";

  static final String MEGABYTE =
      """
      // call %d
      const {rows} = await b.megabyte({});
      return rows.filter(row => row.size === 998).map(row => row.name);""";

  static final String PARALLEL =
      """
      // call %d
      const all = await Promise.all([b.slow({}), b.slow({}), b.slow({})]);
      return all.length;""";

  private Programs() {}
}
