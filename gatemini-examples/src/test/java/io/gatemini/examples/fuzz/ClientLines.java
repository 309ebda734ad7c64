package io.gatemini.examples.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What a client writes: mostly requests that are nearly right, now and then bytes that are no
 * message. A step gives the same line whichever were written before.
 */
final class ClientLines {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final List<String> OTHER_METHODS =
      List.of(
          "initialize",
          "server/discover",
          "tools",
          "tools/calls",
          "",
          "resources",
          "sampling/createMessage",
          "roots/list",
          "elicitation/create",
          "tasks/list",
          "tasks/get",
          "rpc.discover",
          "$/cancelRequest");
  private static final List<String> NOTIFICATIONS =
      List.of(
          "notifications/initialized",
          "notifications/progress",
          "notifications/roots/list_changed",
          "notifications/message",
          "notifications/tools/list_changed",
          "notifications/nobody",
          "");

  private final FuzzRun run;
  private final ClientRequests requests;

  ClientLines(FuzzRun run) {
    this.run = run;
    this.requests = new ClientRequests();
  }

  /** The bytes of a step; they end with a line feed. */
  byte[] at(int step) {
    Chance chance = run.at(step);
    int kind = chance.below(100);
    if (kind < 72) {
      return line(spelled(request(step, chance), chance));
    } else if (kind < 77) {
      return line(HostileJson.text(notification(chance)));
    } else if (kind < 83) {
      return line(HostileJson.text(cancellation(step, chance)));
    } else if (kind < 87) {
      return line(batch(step, chance));
    } else if (kind < 90) {
      return line(HostileJson.text(response(chance)));
    } else if (kind < 93) {
      ObjectNode message = request(step, chance);
      message.set("id", HostileJson.value(chance));
      return line(HostileJson.text(message));
    } else if (kind < 95) {
      return line(HostileJson.text(HostileJson.value(chance)));
    }
    return broken(step, chance);
  }

  /** The id of a step's request; the first that is drawn of it, so that a later one can name it. */
  private JsonNode id(int step) {
    Chance chance = Chance.of(run.seed() ^ 0x1D, step);
    // One that is still in flight, perhaps.
    int own = chance.oneIn(50) && step > 3 ? step - chance.between(1, 3) : step;
    return switch (Chance.of(run.seed() ^ 0x2D, own).below(40)) {
      case 0 -> NODES.textNode("s" + own);
      case 1 -> NODES.textNode(own + " 😀\u0000\n\"\\\u2028");
      case 2 -> NODES.textNode("\uD800" + own);
      case 3 -> NODES.textNode("x".repeat(100_000) + own);
      case 4 -> NODES.numberNode(BigInteger.TEN.pow(300).add(BigInteger.valueOf(own)));
      case 5 -> NODES.numberNode(-1L - own);
      case 6 -> NODES.numberNode(Long.MAX_VALUE - own);
      case 7 -> NODES.textNode("" + own);
      case 8 -> NODES.textNode("");
      default -> NODES.numberNode(own);
    };
  }

  private ObjectNode request(int step, Chance chance) {
    ObjectNode message = NODES.objectNode().put("jsonrpc", "2.0");
    message.set("id", id(step));
    if (chance.oneIn(25)) {
      message.put("method", chance.oneIn(3) ? HostileText.of(chance) : pick(OTHER_METHODS, chance));
      message.set("params", HostileJson.value(chance));
      return message;
    }
    requests.fill(message, chance);
    if (chance.oneIn(30)) {
      message.set("params", HostileJson.value(chance));
    }
    if (chance.oneIn(60)) {
      message.set(
          chance.of("jsonrpc", "method", "extra", "result", "error"), HostileJson.value(chance));
    }
    if (chance.oneIn(100)) {
      message.remove(chance.of("jsonrpc", "method", "params"));
    }
    return message;
  }

  private static String pick(List<String> list, Chance chance) {
    return list.get(chance.below(list.size()));
  }

  private static ObjectNode notification(Chance chance) {
    ObjectNode message = NODES.objectNode().put("jsonrpc", "2.0");
    message.put("method", chance.oneIn(5) ? HostileText.of(chance) : pick(NOTIFICATIONS, chance));
    if (!chance.oneIn(4)) {
      message.set("params", HostileJson.value(chance));
    }
    return message;
  }

  private ObjectNode cancellation(int step, Chance chance) {
    ObjectNode message =
        NODES.objectNode().put("jsonrpc", "2.0").put("method", "notifications/cancelled");
    JsonNode id =
        chance.oneIn(5) ? HostileJson.value(chance) : id(Math.max(0, step - chance.between(1, 12)));
    ObjectNode params = message.putObject("params");
    params.set("requestId", id);
    if (chance.oneIn(3)) {
      params.set("reason", HostileJson.value(chance));
    }
    return message;
  }

  private static ObjectNode response(Chance chance) {
    ObjectNode message = NODES.objectNode().put("jsonrpc", "2.0");
    message.set(
        "id", chance.oneIn(2) ? NODES.numberNode(chance.below(20)) : HostileJson.value(chance));
    message.set(chance.of("result", "error", "result"), HostileJson.value(chance));
    return message;
  }

  private String batch(int step, Chance chance) {
    ArrayNode batch = NODES.arrayNode();
    int size = chance.oneIn(20) ? chance.of(999, 1_000, 1_001) : chance.below(6);
    for (int i = 0; i < size; i++) {
      if (size > 100) {
        // Ids of their own: negative ones beyond those of the steps.
        batch
            .addObject()
            .put("jsonrpc", "2.0")
            .put("method", "ping")
            .put("id", "b" + step + "-" + i);
        continue;
      }
      switch (chance.below(5)) {
        case 0 -> batch.add(notification(chance));
        case 1 -> batch.add(HostileJson.value(chance));
        case 2 -> batch.addArray().add(HostileJson.value(chance));
        default -> {
          ObjectNode request = request(step, chance);
          request.put("id", "b" + step + "-" + i);
          batch.add(request);
        }
      }
    }
    return HostileJson.text(batch);
  }

  /** Other spellings of the same: blanks, escapes. */
  private static String spelled(ObjectNode message, Chance chance) {
    String text = HostileJson.text(message);
    return switch (chance.below(30)) {
      case 0 -> " \t" + text + "\r";
      case 1 -> text.replace("method", "\\u006dethod");
      case 2 -> HostileJson.ascii(message);
      case 3 ->
          text.substring(0, text.length() - 1)
              + ",\"id\":"
              + HostileJson.text(message.get("id"))
              + "}";
      default -> text;
    };
  }

  private byte[] broken(int step, Chance chance) {
    byte[] line = line(HostileJson.text(request(step, chance)));
    switch (chance.below(9)) {
      case 0 -> line = Arrays.copyOf(line, 1 + chance.below(line.length));
      case 1 -> line[chance.below(line.length)] = (byte) chance.below(256);
      case 2 -> {
        for (int i = 0; i < 5; i++) {
          line[chance.below(line.length)] =
              chance.of((byte) '"', (byte) '{', (byte) 0xc3, (byte) 0xff);
        }
      }
      case 3 -> line = new byte[0];
      case 4 -> line = "  \r\n\t\n\r\r\n".getBytes(StandardCharsets.UTF_8);
      case 5 ->
          line =
              chance
                  .of("[", "{\"a\":", "[{\"id\":1,\"a\":", "\"", "[[],")
                  .repeat(chance.of(10, 2_000, 100_000, 1_000_000))
                  .getBytes(StandardCharsets.UTF_8);
      case 6 -> {
        int at = chance.below(line.length);
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.write(line, 0, at);
        twice.writeBytes(line);
        line = twice.toByteArray();
      }
      case 7 -> {
        String number =
            chance
                .of("9", "-", "0", "1e", "1.")
                .concat("9".repeat(chance.of(10, 999, 1_001, 500_000)));
        line =
            ("{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":" + number + "}")
                .getBytes(StandardCharsets.UTF_8);
      }
      default -> line = HostileText.of(chance).getBytes(StandardCharsets.UTF_16LE);
    }
    if (line.length == 0 || line[line.length - 1] != '\n') {
      line = Arrays.copyOf(line, line.length + 1);
      line[line.length - 1] = '\n';
    }
    return line;
  }

  private static byte[] line(String text) {
    return (text.replace("\n", "\\n") + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
