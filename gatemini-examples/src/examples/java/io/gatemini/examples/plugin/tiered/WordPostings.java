package io.gatemini.examples.plugin.tiered;

import java.util.Arrays;

/** Which documents have a word, in order, and how often each. Filled by one thread, then read. */
final class WordPostings {
  private int[] documents = new int[1];
  private int[] frequencies = new int[1];
  private int size;

  void add(int document, int frequency) {
    if (size == documents.length) {
      documents = Arrays.copyOf(documents, size * 2);
      frequencies = Arrays.copyOf(frequencies, size * 2);
    }
    documents[size] = document;
    frequencies[size++] = frequency;
  }

  int size() {
    return size;
  }

  int document(int i) {
    return documents[i];
  }

  int frequency(int i) {
    return frequencies[i];
  }
}
