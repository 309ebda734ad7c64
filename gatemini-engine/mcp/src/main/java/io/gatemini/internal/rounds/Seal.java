package io.gatemini.internal.rounds;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals a text that a client keeps for a server: only a key can read it, and neither a changed text
 * nor one for another purpose opens (AES-GCM, NIST SP 800-38D). The first key seals, all open.
 * Thread-safe.
 */
final class Seal {
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final int KEY_BYTES = 32;

  private final List<byte[]> keys;
  private final SecureRandom random = new SecureRandom();

  /**
   * @param keys 16 or 32 bytes each, the newest first
   */
  Seal(List<byte[]> keys) {
    this.keys = List.copyOf(keys);
  }

  /** With a key that no other process has. */
  static Seal ofProcess() {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new Seal(List.of(key));
  }

  /**
   * Seals a text.
   *
   * @param purpose has to be the same to open it
   */
  String seal(String text, String purpose) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, keys.get(0), nonce, purpose)
              .doFinal(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed).array());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES-GCM", e);
    }
  }

  /** The text; empty where it was not sealed by one of the keys, for this purpose. */
  Optional<String> open(String sealed, String purpose) {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(sealed);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (bytes.length <= NONCE_BYTES) {
      return Optional.empty();
    }
    byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
    for (byte[] key : keys) {
      try {
        byte[] text =
            cipher(Cipher.DECRYPT_MODE, key, nonce, purpose)
                .doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
        return Optional.of(new String(text, StandardCharsets.UTF_8));
      } catch (GeneralSecurityException e) {
        // sealed by another key, or changed
      }
    }
    return Optional.empty();
  }

  private static Cipher cipher(int mode, byte[] key, byte[] nonce, String purpose)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
