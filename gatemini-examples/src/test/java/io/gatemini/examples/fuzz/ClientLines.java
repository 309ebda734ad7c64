package io.gatemini.examples.fuzz;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The lines of a client: mostly requests that are nearly right, now and then bytes that are no
 * message. A step gives the same line whichever were written before.
 */
final class ClientLines {
  /** Long timeouts would keep later requests waiting. */
  private static final String RULES =
      """
      request = {‹version›"id":‹id›,‹body›‹odd_member›}
      strange = {‹version›"id":‹value›,‹body›}
      version = 150× "jsonrpc":"2.0", ¦ ‹?"jsonrpc":‹value›,›
      body = 85× ‹tool_call› ¦ 70× ‹known› ¦ ‹?"method":‹value›,›‹?"params":‹value›,›"x":1
        4× "method":"‹other›","params":‹value› ¦ 2× "method":‹string›,"params":‹value›
        5× "method":"tools/call","params":‹value›
      odd_member = 240× ¦ ,"extra":‹value› ¦ ,"result":‹value› ¦ ,"error":‹value›
      known = "method":"ping"‹?,"params":{}›
        "method":"‹listing›"‹?,"params":{}› ¦ "method":"‹listing›","params":{"cursor":‹text›‹extra›}
        2× "method":"resources/‹address_method›","params":{"‹uri›":‹address›‹extra›}
        "method":"logging/setLevel","params":{"level":‹level›‹extra›}
        "method":"prompts/get","params":{"name":‹prompt›,"arguments":{‹argument›}‹extra›}
        2× "method":"completion/complete","params":{"ref":‹ref›,"argument":‹completed›‹?,"context":‹value››}
      listing = tools/list ¦ resources/list ¦ resources/templates/list ¦ prompts/list
      address_method = read ¦ subscribe ¦ unsubscribe
      uri = 19× uri ¦ url
      level = "debug" ¦ "info" ¦ "error" ¦ "emergency" ¦ "loud" ¦ ‹text›
      prompt = "discover" ¦ "find_tool" ¦ "backend_status" ¦ "no_such" ¦ ‹text›
      argument = ¦ "task":‹text›‹?,"backend":‹text›› ¦ "backend":‹text›
      ref = {"type":"ref/prompt","name":‹prompt›‹extra›} ¦ {"type":"ref/resource","uri":‹ref_uri›‹extra›}
        ‹value›
      ref_uri = "gatemini://tool/{tool_name}" ¦ "gatemini://backend/{backend_name}" ¦ ‹address›
      completed = 9× {"name":"‹variable›","value":‹text›‹extra›} ¦ ‹value›
      variable = tool_name ¦ backend_name ¦ task ¦ backend ¦ id ¦ topic
      other = initialize ¦ server/discover ¦ tools ¦ tools/calls ¦ ¦ resources ¦ roots/list ¦ tasks/list
        sampling/createMessage ¦ elicitation/create ¦ tasks/get ¦ rpc.discover ¦ $/cancelRequest
      tool_call = "method":"tools/call","params":{"name":‹call›‹extra›‹progress›}
      progress = 5× ¦ ,"_meta":{"progressToken":‹integer›}
      call = 7× "call_tool_chain","arguments":{"code":‹code›,"timeout":‹timeout›‹limits›‹extra›}
        2× "search_tools","arguments":{"task_description":‹text›‹?,"limit":‹integer››‹?,"brief":‹bool››‹?,"compact":‹bool››‹?,"tag":‹text››‹extra›}
        2× "tool_info","arguments":{"tool_name":‹name›‹?,"detail":‹detail››‹?,"compact":‹bool››‹extra›}
        2× "get_required_keys_for_tool","arguments":{"tool_name":‹name›‹extra›}
        "list_tools_meta","arguments":{"compact":‹bool›‹?,"cursor":‹text››‹?,"page_size":‹integer››‹extra›}
        "list_tools_meta","arguments":{}
        2× "register_manual","arguments":{"manual_call_template":‹manual›‹extra›}
        2× "deregister_manual","arguments":{"manual_name":‹text›‹extra›}
        ‹text›,"arguments":‹value› ¦ "‹tool›","arguments":‹value› ¦ "‹tool›"
      tool = call_tool_chain ¦ search_tools ¦ tool_info ¦ list_tools_meta ¦ register_manual
      detail = "brief" ¦ "full" ¦ "x" ¦ ‹value›
      limits = ‹?,"max_output_size":‹integer››‹?,"max_output_tokens":‹integer››‹?,"intent":‹text››‹?,"mode":‹mode››
      mode = "run" ¦ "read_only" ¦ "plan" ¦ "" ¦ ‹value›
      timeout = 30× ‹short› ¦ 0 ¦ 2000 ¦ 600001 ¦ -1 ¦ 1.5 ¦ 1e9999999999 ¦ ‹string› ¦ [‹value›] ¦ null
      manual = {"name":‹manual_name›,‹launch›‹?,"args":‹value››‹?,"env":‹object››‹extra›} ¦ ‹value›
      manual_name = "m1" ¦ "m2" ¦ "m3" ¦ ‹text›
      launch = "command":"sh" ¦ "command":"" ¦ "command":"npx" ¦ "command":"../x" ¦ "command":‹string›
        "url":"http://127.0.0.1:1/" ¦ "url":"https://localhost/" ¦ "url":"ftp://x" ¦ "url":‹string›
        "url":"https://[::1]/"
        4× "tools":{"t":{"command":"echo {{x}}","description":‹string›}}
        4× ‹key›:‹value›
      code = 9× ‹program› ¦ ‹text›
      name = 3× "‹known_name›" ¦ 3× ‹text›
      known_name = good.echo ¦ good ¦ scripted ¦ tools.upper ¦ 1 ¦ 0 ¦ -1 ¦ 99999999999 ¦ call_tool_chain ¦ programs
      plain_address = gatemini://‹page› ¦ gatemini://‹of_one›/‹value_in_address›
        gatemini://result/‹value_in_address›?‹query›=‹value_in_address› ¦ ‹value_in_address›
        gatemini://‹value_in_address› ¦ gatemini://backend/‹value_in_address›/tools
      page = overview ¦ tools ¦ llms ¦ llms-full ¦ health ¦ stats ¦ recent ¦ backends ¦ call_tool_chain
      of_one = recent ¦ tool ¦ backend ¦ guide ¦ llms-full ¦ result
      query = lines ¦ page ¦ search ¦ path
      value_in_address = ‹known_name› ¦ ‹raw›
      call_code = {"tool":"‹called›","arguments":‹arguments›} ¦ {"tool":"‹called›","arguments":‹arguments›}
        return await ‹called›(‹arguments›) ¦ ‹called›(‹arguments›) ¦ ‹script›
      called = good.echo ¦ good.size ¦ good.sleep ¦ tools.upper ¦ scripted.nothing ¦ good.json
      arguments = {"text":‹text›‹?,"ms":‹short››}
      notification = {"jsonrpc":"2.0","method":‹note›} ¦ 3× {"jsonrpc":"2.0","method":‹note›,"params":‹value›}
      note = "notifications/initialized" ¦ "notifications/progress" ¦ "notifications/message" ¦ ""
        "notifications/roots/list_changed" ¦ "notifications/tools/list_changed" ¦ "notifications/no_such"
        ‹string›
      cancellation = {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":‹earlier›‹?,"reason":‹value››}}
      earlier = 4× ‹earlier_id› ¦ ‹value›
      response = {"jsonrpc":"2.0","id":‹asked›,"‹outcome›":‹value›}
      asked = ‹digit› ¦ 1‹digit› ¦ ‹value›
      outcome = result ¦ result ¦ error
      batch = [‹?‹in_batch›,‹in_batch›,›‹?‹in_batch›,›‹in_batch›] ¦ [] ¦ [‹in_batch›]
      in_batch = 3× {‹version›"id":‹batch_id›,‹body›} ¦ ‹notification› ¦ ‹value› ¦ [‹value›]
      bad_start = [ ¦ {"a": ¦ [{"id":1,"a": ¦ " ¦ [[],
      bad_number = 9 ¦ - ¦ 0 ¦ 1e ¦ 1.
      line = 72× ‹request› ¦ 5× ‹notification› ¦ 6× ‹cancellation› ¦ 4× ‹batch_line› ¦ 3× ‹response›
        3× ‹strange› ¦ 2× ‹value›
      """;

  private final FuzzRun run;
  private int step;
  private int inBatch;
  private final Grammar grammar =
      HostileJson.grammar(RULES)
          .with("id", chance -> id(step))
          .with("earlier_id", chance -> id(Math.max(0, step - chance.between(1, 12))))
          .with("batch_id", chance -> "\"b" + step + "-" + inBatch++ + '"')
          .with("batch_line", this::batch)
          .with("short", chance -> "" + chance.between(50, 600))
          .with("raw", chance -> HostileText.of(chance).replace("#", "%23"))
          .with("script", ProgramGrammar::program)
          .with("address", chance -> HostileJson.quoted(made("plain_address", chance)))
          .with("program", chance -> HostileJson.quoted(made("call_code", chance)));

  ClientLines(FuzzRun run) {
    this.run = run;
  }

  /** The bytes of a step; they end with a line feed. */
  byte[] at(int step) {
    this.step = step;
    Chance chance = run.at(step);
    return chance.oneIn(20)
        ? broken(line(made("request", chance)), chance)
        : line(spelled(made("line", chance), chance));
  }

  private String made(String rule, Chance chance) {
    return grammar.text(rule, chance);
  }

  /** The id of a step's request, so that a later one can name it. */
  private String id(int step) {
    Chance chance = Chance.of(run.seed() ^ 0x1D, step);
    // One that is still in flight, perhaps.
    int own = chance.oneIn(50) && step > 3 ? step - chance.between(1, 3) : step;
    return switch (Chance.of(run.seed() ^ 0x2D, own).below(40)) {
      case 0 -> "\"s" + own + '"';
      case 1 -> "\"" + own + " 😀\\u0000\\n\\\"\\\\\u2028\"";
      case 2 -> "\"\uD800" + own + '"';
      case 3 -> '"' + "x".repeat(100_000) + own + '"';
      case 4 -> "" + BigInteger.TEN.pow(300).add(BigInteger.valueOf(own));
      case 5 -> "" + (-1L - own);
      case 6 -> "" + (Long.MAX_VALUE - own);
      case 7 -> "\"" + own + '"';
      case 8 -> "\"\"";
      default -> "" + own;
    };
  }

  private String batch(Chance chance) {
    inBatch = 0;
    return chance.oneIn(20)
        ? HostileJson.listed(
            chance.of(999, 1_000, 1_001),
            i -> "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":\"b" + step + "-" + i + "\"}")
        : made("batch", chance);
  }

  /** Other spellings of the same: blanks, escapes. */
  private static String spelled(String text, Chance chance) {
    return switch (chance.below(30)) {
      case 0 -> " \t" + text + "\r";
      case 1 -> text.replace("method", "\\u006dethod");
      case 2 -> Findings.ascii(text);
      case 3 -> text.replaceFirst("\"id\":(\\d+),", "\"id\":$1,\"id\":$1,");
      default -> text;
    };
  }

  private byte[] broken(byte[] line, Chance chance) {
    return switch (chance.below(9)) {
      case 0 -> ended(Arrays.copyOf(line, 1 + chance.below(line.length)));
      case 1 -> ended(spoiled(line, chance, (byte) chance.below(256)));
      case 2 -> {
        for (int i = 0; i < 5; i++) {
          spoiled(line, chance, chance.of((byte) '"', (byte) '{', (byte) 0xc3, (byte) 0xff));
        }
        yield ended(line);
      }
      case 3 -> line("");
      case 4 -> "  \r\n\t\n\r\r\n".getBytes(StandardCharsets.UTF_8);
      case 5 -> line(made("bad_start", chance).repeat(chance.of(10, 2_000, 100_000, 1_000_000)));
      case 6 -> {
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.write(line, 0, chance.below(line.length));
        twice.writeBytes(line);
        yield twice.toByteArray();
      }
      case 7 -> {
        String digits = "9".repeat(chance.of(10, 999, 1_001, 500_000));
        yield line(
            "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":"
                + made("bad_number", chance)
                + digits
                + "}");
      }
      default -> ended(HostileText.of(chance).getBytes(StandardCharsets.UTF_16LE));
    };
  }

  private static byte[] spoiled(byte[] line, Chance chance, byte by) {
    line[chance.below(line.length)] = by;
    return line;
  }

  private static byte[] ended(byte[] line) {
    if (line.length > 0 && line[line.length - 1] == '\n') {
      return line;
    }
    byte[] ended = Arrays.copyOf(line, line.length + 1);
    ended[line.length] = '\n';
    return ended;
  }

  private static byte[] line(String text) {
    return (text.replace("\n", "\\n") + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
