package dev.partnercatalog.benchmarks.delivery;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** One HTTP/1.1 connection at the receiver: requests with a body of a stated length. Not thread-safe. */
final class ReceiverConnection {

    private static final byte[] ACCEPTED = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD_END = 0x0d0a0d0a;
    private static final String LENGTH = "\r\ncontent-length:";

    private final Socket socket;
    private final InputStream in;
    private byte[] buffer = new byte[64 << 10];
    private String path = "";
    private int bodyAt;
    private int end;

    ReceiverConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
    }

    /** Reads the next request; false if the other side has closed the connection instead. */
    boolean read() throws IOException {
        int filled = in.read(buffer);
        if (filled < 0) {
            return false;
        }
        for (bodyAt = bodyAt(filled); bodyAt < 0; bodyAt = bodyAt(filled)) {
            filled += readMore(filled);
        }
        String head = new String(buffer, 0, bodyAt, StandardCharsets.ISO_8859_1);
        path = head.split(" ", 3)[1];
        end = bodyAt + length(head);
        if (buffer.length < end) {
            buffer = Arrays.copyOf(buffer, end);
        }
        while (filled < end) {
            filled += readMore(filled);
        }
        return true;
    }

    private int readMore(int filled) throws IOException {
        int read = in.read(buffer, filled, buffer.length - filled);
        if (read <= 0) {
            throw new EOFException("a request broke off");
        }
        return read;
    }

    private int bodyAt(int filled) {
        int last = 0;
        for (int i = 0; i < filled; i++) {
            last = (last << 8) | (buffer[i] & 0xff);
            if (last == HEAD_END) {
                return i + 1;
            }
        }
        return -1;
    }

    private static int length(String head) throws IOException {
        int at = head.toLowerCase(Locale.ROOT).indexOf(LENGTH);
        if (at < 0) {
            throw new IOException("a request doesn't state its length");
        }
        int lineEnd = head.indexOf('\r', at + 2);
        return Integer.parseInt(head.substring(at + LENGTH.length(), lineEnd).strip());
    }

    String path() {
        return path;
    }

    /** The body of the last request; valid until the next is read. */
    ByteBuffer body() {
        return ByteBuffer.wrap(buffer, bodyAt, end - bodyAt);
    }

    /** Waits until either side closes the connection. */
    void awaitEnd() throws IOException {
        while (in.read(buffer) >= 0) {
            // Nothing more is expected.
        }
    }

    void accept() throws IOException {
        socket.getOutputStream().write(ACCEPTED);
    }
}
