package io.gatemini.examples.compliance;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.testing.TestClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** One connection of a client: it sends messages as they are and reads every message that comes. */
interface Wire extends AutoCloseable {
  void send(JsonNode message);

  /** The next message; waits for it. */
  JsonNode next();

  /** Whether nothing comes but the end. */
  boolean nextIsEnd();

  /** Begins to read what belongs to no request, where a wire has a stream of its own for that. */
  default void hear() {}

  /** Ends what the client says. */
  void hangUp();

  @Override
  void close() throws IOException;

  /** Two streams, one message a line. */
  static Wire lines(InputStream in, OutputStream out, AutoCloseable connection) {
    TestClient client = new TestClient(in, out);
    return new Wire() {
      @Override
      public void send(JsonNode message) {
        client.send(message.toString());
      }

      @Override
      public JsonNode next() {
        return client.next();
      }

      @Override
      public boolean nextIsEnd() {
        return client.nextIsEnd();
      }

      @Override
      public void hangUp() {
        client.hangUp();
      }

      @Override
      public void close() throws IOException {
        try {
          connection.close();
        } catch (IOException | RuntimeException e) {
          throw e;
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }
}
