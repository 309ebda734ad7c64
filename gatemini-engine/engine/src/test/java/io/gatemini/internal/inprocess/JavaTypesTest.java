package io.gatemini.internal.inprocess;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.gatemini.Gateway;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Tool;
import io.gatemini.ToolResult;
import io.gatemini.config.BackendConfig;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Java types seen from outside: schemas, arguments and results. */
class JavaTypesTest {
  enum Unit {
    DAYS,
    WEEKS
  }

  record Plain(
      String name,
      int count,
      Optional<String> nickname,
      Optional<LocalDate> born,
      OptionalInt age,
      @Nullable String remark,
      List<Unit> units,
      Map<String, BigDecimal> prices,
      Duration delay) {}

  record Node(String label, List<Node> children) {}

  record Renamed(
      @JsonProperty("first-name") @JsonPropertyDescription("As in the passport.") String firstName,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String title) {}

  record Pair<A, B>(A left, B right) {}

  /** Not a record, as in many hosts. */
  public static final class Bean {
    public String getName() {
      return "bean";
    }

    public boolean isReady() {
      return true;
    }
  }

  /** Returns its argument, in all the ways. */
  static final class Shop {
    @Tool("A record.")
    public Plain plain(Plain given) {
      return given;
    }

    @Tool("Times.")
    public Map<String, Object> times(
        Instant instant,
        OffsetDateTime offset,
        ZonedDateTime zoned,
        Optional<LocalTime> time,
        YearMonth month,
        Year year,
        Period period,
        Optional<List<LocalDate>> days) {
      return Map.of(
          "all", List.of(instant, offset, zoned, month, year, period), "time", time, "days", days);
    }

    @Tool("A tree.")
    public Node tree() {
      return new Node("root", List.of());
    }

    @Tool("Renamed.")
    public Renamed renamed(Renamed given) {
      return given;
    }

    @Tool("Generic.")
    public Pair<String, List<LocalDate>> pair(Pair<Integer, Optional<Unit>> given) {
      return new Pair<>(given.left() + " " + given.right().orElse(Unit.WEEKS), List.of());
    }

    @Tool("A bean.")
    public Bean bean() {
      return new Bean();
    }

    @Tool("A list.")
    public List<Pair<UUID, byte[]>> list() {
      return List.of();
    }

    @Tool("An enum.")
    public Unit unit() {
      return Unit.DAYS;
    }

    @Tool("Later.")
    public CompletionStage<List<Integer>> later() {
      return CompletableFuture.completedFuture(List.of(1, 2));
    }

    @Tool("Perhaps.")
    public Optional<Pair<Boolean, Double>> perhaps() {
      return Optional.empty();
    }

    @Tool("Whether there is one.")
    public boolean is(OptionalInt number) {
      return number.isPresent();
    }

    @Tool("A text.")
    public String text() {
      return "{\"a\":1}";
    }

    @Tool("Nothing.")
    public void nothing() {}

    @Tool("A result.")
    public ToolResult result() {
      return ToolResult.text("done");
    }

    @Tool("Anything.")
    public Object anything() {
      return 1;
    }

    @Tool("A tree of JSON.")
    public JsonNode json() {
      return RawJson.emptyObject().tree();
    }
  }

  @AutoClose
  private final Gateway gateway =
      TestGateway.builder().backend("t", BackendConfig.inProcess().methodsOf(new Shop())).build();

  @Test
  void declaresWhatMethodsReturn() {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

    String declaration = gateway.typescript("t").replaceAll("\\s+", " ");

    assertThat(declaration)
        .contains(
            "): Promise<{ name: string; count: number; nickname: string | null;"
                + " born: string | null; age: number | null; remark: string | null;"
                + " units: (\"DAYS\" | \"WEEKS\")[]; prices: Record<string, number>;"
                + " delay: string; }>;")
        .contains("tree(args?: {}): Promise<{ label: string; children: Record<string, any>[] }>;")
        .contains("): Promise<{ \"first-name\": string; // As in the passport title?: string; }>;")
        .contains("): Promise<{ left: string; right: string[] }>;")
        .contains("bean(args?: {}): Promise<{ name: string; ready: boolean }>;")
        .contains("list(args?: {}): Promise<{ left: string; right: string }[]>;")
        .contains("unit(args?: {}): Promise<\"DAYS\" | \"WEEKS\">;")
        .contains("text(args?: {}): Promise<string>;")
        .contains("later(args?: {}): Promise<number[]>;")
        .contains("perhaps(args?: {}): Promise<{ left: boolean; right: number } | null>;")
        .contains("): Promise<Record<string, any>>;")
        .contains("): Promise<boolean>;");
  }

  @Values("nothing | result | anything | json")
  void promisesNothingWhereAnythingMayCome(String tool) {
    assertThat(gateway.awaitReady(Duration.ofSeconds(60))).isTrue();

    assertThat(gateway.tool("t." + tool).definition().outputSchema()).isEmpty();
  }

  @Test
  void readsAndWritesOptionalAndTimesWhereverTheyAre() {
    Plain plain =
        new Plain(
            "Ann",
            2,
            Optional.empty(),
            Optional.of(LocalDate.of(2001, 2, 3)),
            OptionalInt.of(25),
            null,
            List.of(Unit.WEEKS),
            Map.of("pear", new BigDecimal("0.10")),
            Duration.ofSeconds(90));

    ToolResult result = gateway.call("t.plain", Map.of("given", plain));

    assertThat(result.structuredContent().map(JsonNode::toString))
        .contains(
            "{\"name\":\"Ann\",\"count\":2,\"nickname\":null,\"born\":\"2001-02-03\",\"age\":25,"
                + "\"remark\":null,\"units\":[\"WEEKS\"],\"prices\":{\"pear\":0.10},"
                + "\"delay\":\"PT1M30S\"}");
  }

  @Test
  void keepsTimesAsTheyWereWritten() {
    Map<String, Object> arguments = new HashMap<>();
    arguments.put("instant", Instant.parse("2026-03-01T10:00:00Z"));
    arguments.put("offset", "2026-03-01T10:00:00+05:00");
    arguments.put("zoned", "2026-03-01T10:00:00+01:00[Europe/Paris]");
    arguments.put("time", Optional.of(LocalTime.of(10, 15)));
    arguments.put("month", YearMonth.of(2026, 3));
    arguments.put("year", Year.of(2026));
    arguments.put("period", Period.ofDays(3));
    arguments.put("days", Optional.empty());

    JsonNode result = gateway.call("t.times", arguments).structuredContent().orElseThrow();

    assertThat(result.get("all").toString())
        .isEqualTo(
            "[\"2026-03-01T10:00:00Z\",\"2026-03-01T10:00:00+05:00\","
                + "\"2026-03-01T10:00:00+01:00[Europe/Paris]\",\"2026-03\",\"2026\",\"P3D\"]");
    assertThat(result.get("time").asText()).startsWith("10:15");
    assertThat(result.get("days").isNull()).isTrue();
  }

  @Test
  void fillsTypeParametersIn() {
    assertThat(
            gateway.call("t.pair", Map.of("given", new Pair<>(1, Optional.of(Unit.DAYS)))).text())
        .contains("1 DAYS");
    assertThat(gateway.call("t.pair", Map.of("given", Map.of("left", 2))).text())
        .contains("2 WEEKS");
    assertThat(gateway.call("t.is", Map.of()).text()).isEqualTo("false");
    assertThat(gateway.call("t.is", Map.of("number", 3)).text()).isEqualTo("true");
  }

  @Test
  void namesMembersAsTheMapperDoes() {
    ObjectMapper mapper =
        JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                JsonInclude.Value.construct(
                    JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .build();
    gateway.register("host", BackendConfig.inProcess().methodsOf(new Host(), mapper));

    assertThat(
            gateway.tool("host.stay").definition().inputSchema().at("/properties/wish/properties"))
        .isEqualTo(RawJson.parse("{\"hotel_name\":{\"type\":\"string\"}}").tree());
    assertThat(gateway.typescript("host").replaceAll("\\s+", " "))
        .contains("Promise<{ hotel_name?: string; how_long?: string }>");
    assertThat(gateway.call("host.stay", Map.of("wish", Map.of("hotel_name", "Ritz"))).text())
        .isEqualTo("{\"hotel_name\":\"Ritz\",\"how_long\":\"PT48H\"}");
    assertThat(gateway.call("host.stay_later", Map.of()).text())
        .isEqualTo("{\"how_long\":\"PT24H\"}");
  }

  record Wish(String hotelName) {}

  record Stay(@Nullable String hotelName, Duration howLong) {}

  /** Tools with a mapper of their own. */
  static final class Host {
    @Tool("Stays.")
    public Stay stay(Wish wish) {
      return new Stay(wish.hotelName(), Duration.ofDays(2));
    }

    @Tool("Stays, later.")
    public CompletableFuture<Stay> stayLater() {
      return CompletableFuture.completedFuture(new Stay(null, Duration.ofDays(1)));
    }
  }

  @Test
  void saysWhichArgumentCannotBecomeJson() {
    Map<String, Object> endless = new HashMap<>();
    endless.put("again", endless);

    assertThrown(
            InvalidArgumentsException.class,
            () -> gateway.call("t.plain", Map.of("given", Map.of("lock", new Object()))))
        .hasMessageStartingWith("argument \"given.lock\" cannot become JSON: ");
    assertThrown(InvalidArgumentsException.class, () -> gateway.call("t.plain", endless))
        .hasMessageMatching(
            "argument \"again.*\" cannot become JSON: .*|the arguments contain themselves");
  }
}
