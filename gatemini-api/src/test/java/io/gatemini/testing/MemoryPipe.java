package io.gatemini.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/** A pipe within the process that does not care which threads use it, unlike the JDK's. */
public final class MemoryPipe {
  private final Deque<byte[]> chunks = new ArrayDeque<>();
  private boolean writerClosed;
  private boolean readerClosed;
  private int position;

  public final OutputStream out =
      new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          synchronized (chunks) {
            if (readerClosed || writerClosed) {
              throw new IOException("Broken pipe");
            }
            if (length > 0) {
              chunks.add(java.util.Arrays.copyOfRange(bytes, offset, offset + length));
              chunks.notifyAll();
            }
          }
        }

        @Override
        public void close() {
          synchronized (chunks) {
            writerClosed = true;
            chunks.notifyAll();
          }
        }
      };

  public final InputStream in =
      new InputStream() {
        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          synchronized (chunks) {
            while (chunks.isEmpty() && !writerClosed && !readerClosed) {
              try {
                chunks.wait();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
            }
            if (readerClosed) {
              throw new IOException("Stream closed");
            }
            byte[] chunk = chunks.peek();
            if (chunk == null) {
              return -1;
            }
            int count = Math.min(length, chunk.length - position);
            System.arraycopy(chunk, position, bytes, offset, count);
            position += count;
            if (position == chunk.length) {
              chunks.remove();
              position = 0;
            }
            return count;
          }
        }

        @Override
        public void close() {
          synchronized (chunks) {
            readerClosed = true;
            chunks.notifyAll();
          }
        }
      };
}
