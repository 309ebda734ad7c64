package io.gatemini.transport.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The proof that a message between gateways is of one of them: an HMAC-SHA256 (RFC 2104) of topic
 * and message, before the message. All who may write to what the gateways share could otherwise
 * make calls as any client. Thread-safe.
 */
final class PeerSeal {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int BYTES = 32;

  private final Optional<SecretKeySpec> key;

  /**
   * @param key the same in all gateways; without one messages carry no proof
   */
  PeerSeal(Optional<String> key) {
    this.key = key.map(text -> new SecretKeySpec(text.getBytes(UTF_8), ALGORITHM));
  }

  byte[] sealed(String topic, byte[] message) {
    if (key.isEmpty()) {
      return message;
    }
    byte[] sealed = Arrays.copyOf(mac(topic, message), BYTES + message.length);
    System.arraycopy(message, 0, sealed, BYTES, message.length);
    return sealed;
  }

  /** The message, if it is of a gateway with this key. */
  Optional<byte[]> opened(String topic, byte[] sealed) {
    if (key.isEmpty()) {
      return Optional.of(sealed);
    }
    if (sealed.length < BYTES) {
      return Optional.empty();
    }
    byte[] message = Arrays.copyOfRange(sealed, BYTES, sealed.length);
    return MessageDigest.isEqual(mac(topic, message), Arrays.copyOf(sealed, BYTES))
        ? Optional.of(message)
        : Optional.empty();
  }

  private byte[] mac(String topic, byte[] message) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key.orElseThrow());
      mac.update(topic.getBytes(UTF_8));
      mac.update((byte) 0);
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
