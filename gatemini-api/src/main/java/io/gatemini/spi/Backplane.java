package io.gatemini.spi;

import io.gatemini.stability.Incubating;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * What gateways share that serve the same clients behind one address: what is known of a client,
 * the events that it may ask for again, and messages from one gateway to another. Thread-safe.
 *
 * <p>No method blocks for long, and none throws: a stage fails with a {@link
 * io.gatemini.GatewayException} when the gateways cannot reach what they share. Changes by one
 * gateway are made in the order of its calls. Every key expires, so that nothing is left of
 * gateways that have died.
 */
@Incubating
public interface Backplane extends AutoCloseable {
  /** The fields of a record; empty where there is none. */
  CompletionStage<Map<String, byte[]>> record(String record);

  /**
   * Sets a field of a record.
   *
   * @param keep how long the record is kept from now on
   */
  CompletionStage<Void> set(String record, String field, byte[] value, Duration keep);

  /** Removes a field of a record. */
  CompletionStage<Void> unset(String record, String field);

  /** Removes a record. */
  CompletionStage<Void> remove(String record);

  /** Keeps a record for so long from now on. */
  CompletionStage<Void> keep(String record, Duration keep);

  /**
   * Appends an event to a log, and sends an empty message to the topic of the log's name. The
   * oldest of more than 1,000 events give way.
   *
   * @param number greater than that of the event before
   * @param keep how long the log is kept from now on
   */
  CompletionStage<Void> append(String log, long number, byte[] event, Duration keep);

  /** The events after a number, by their numbers. */
  CompletionStage<SortedMap<Long, byte[]>> events(String log, long after);

  /**
   * Sends a message to the gateways that listen to a topic; the stage has how many these are. What
   * is sent while a gateway has lost its connection does not reach it.
   */
  CompletionStage<Long> publish(String topic, byte[] message);

  /**
   * Listens to a topic, in the place of an earlier listener of this gateway. Once the stage has
   * completed, and whenever a lost connection is there again, it hears every message.
   *
   * @param listener must return soon
   */
  CompletionStage<Void> subscribe(String topic, Consumer<byte[]> listener);

  /** Listens no more. */
  void unsubscribe(String topic);

  /** Lets go of connections. */
  @Override
  void close();
}
