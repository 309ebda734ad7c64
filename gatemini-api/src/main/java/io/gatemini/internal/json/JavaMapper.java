package io.gatemini.internal.json;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.gatemini.spi.Json;

/**
 * The mapper of Java values: knows {@code Optional}, and writes dates and times as ISO-8601 text.
 * It is made when the first Java value is converted: its modules are many classes.
 */
public final class JavaMapper {
  private static final JsonMapper MAPPER =
      Json.mapper()
          .rebuild()
          .addModules(new Jdk8Module(), new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          // A time comes back in the zone it was written in.
          .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
          .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
          .build();

  private JavaMapper() {}

  /** The shared mapper. Callers must not reconfigure it. */
  public static JsonMapper get() {
    return MAPPER;
  }
}
