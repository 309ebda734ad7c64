package io.gatemini.examples.acceptance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;

/** Jackson 2 for the Java SDK, whose own mapper needs Jackson 3. */
final class SdkMapper implements McpJsonMapper {
  private final JsonMapper json =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private <T> JavaType type(TypeRef<T> type) {
    return json.constructType(type.getType());
  }

  @Override
  public <T> T readValue(String content, Class<T> type) throws IOException {
    return json.readValue(content, type);
  }

  @Override
  public <T> T readValue(byte[] content, Class<T> type) throws IOException {
    return json.readValue(content, type);
  }

  @Override
  public <T> T readValue(String content, TypeRef<T> type) throws IOException {
    return json.readValue(content, type(type));
  }

  @Override
  public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
    return json.readValue(content, type(type));
  }

  @Override
  public <T> T convertValue(Object value, Class<T> type) {
    return json.convertValue(value, type);
  }

  @Override
  public <T> T convertValue(Object value, TypeRef<T> type) {
    return json.convertValue(value, type(type));
  }

  @Override
  public String writeValueAsString(Object value) throws IOException {
    return json.writeValueAsString(value);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) throws IOException {
    return json.writeValueAsBytes(value);
  }
}
