package io.gatemini.internal.inprocess;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.spi.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Java values to JSON and back, dates and times as ISO-8601 text. */
final class JavaValues {
  static final JsonMapper MAPPER =
      Json.mapper()
          .rebuild()
          .addModule(
              new IsoTimes()
                  .with(Instant.class, Instant::parse)
                  .with(LocalDate.class, LocalDate::parse)
                  .with(LocalTime.class, LocalTime::parse)
                  .with(LocalDateTime.class, LocalDateTime::parse)
                  .with(OffsetDateTime.class, OffsetDateTime::parse)
                  .with(ZonedDateTime.class, ZonedDateTime::parse)
                  .with(Duration.class, Duration::parse)
                  .with(ZoneId.class, ZoneId::of))
          .build();

  private JavaValues() {}

  /** The return value of a Java tool as a result: an object is structured, the rest is text. */
  static ToolResult toResult(@Nullable Object answer) {
    Object value = answer instanceof Optional<?> optional ? optional.orElse(null) : answer;
    if (value instanceof ToolResult result) {
      return result;
    }
    if (value == null) {
      return ToolResult.text("null");
    }
    if (value instanceof CharSequence text) {
      return ToolResult.text(text.toString());
    }
    JsonNode json = value instanceof RawJson raw ? raw.tree() : MAPPER.valueToTree(value);
    if (json instanceof ObjectNode object) {
      return ToolResult.structured(object);
    }
    return ToolResult.text(json.isTextual() ? json.textValue() : json.toString());
  }

  private static final class IsoTimes extends SimpleModule {
    private static final long serialVersionUID = 1L;

    <T> IsoTimes with(Class<T> type, Function<String, T> parse) {
      addSerializer(type, ToStringSerializer.instance);
      addDeserializer(
          type,
          new FromStringDeserializer<T>(type) {
            private static final long serialVersionUID = 1L;

            @Override
            protected T _deserialize(String text, DeserializationContext context) {
              return parse.apply(text);
            }
          });
      return this;
    }
  }
}
