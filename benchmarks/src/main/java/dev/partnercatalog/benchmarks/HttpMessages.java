package dev.partnercatalog.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The HTTP/1.1 messages that come on a connection, read at next to no cost. Not thread-safe. */
final class HttpMessages implements AutoCloseable {

    private static final int HEAD_END = 0x0d0a0d0a;
    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *(\\d+)", Pattern.CASE_INSENSITIVE);

    private final Socket socket;
    private final InputStream in;
    private byte[] buffer = new byte[256 << 10];
    private String head = "";
    private int bodyAt;
    private int end;

    HttpMessages(Socket socket) throws IOException {
        this.socket = socket;
        this.in = socket.getInputStream();
        socket.setTcpNoDelay(true);
    }

    /** Reads the next message; false if the other side has closed the connection instead. */
    boolean read() throws IOException {
        int filled = 0;
        bodyAt = -1;
        while (bodyAt < 0 || filled < end) {
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read < 0 && filled == 0) {
                return false;
            }
            if (read <= 0) {
                throw new EOFException("a message broke off");
            }
            filled += read;
            if (bodyAt < 0) {
                findBody(filled);
            }
        }
        return true;
    }

    private void findBody(int filled) throws IOException {
        bodyAt = bodyAt(filled);
        if (bodyAt >= 0) {
            head = new String(buffer, 0, bodyAt, StandardCharsets.ISO_8859_1);
            end = bodyAt + statedLength();
            buffer = buffer.length < end ? Arrays.copyOf(buffer, end) : buffer;
        }
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

    private int statedLength() throws IOException {
        Matcher length = LENGTH.matcher(head);
        if (!length.find()) {
            throw new IOException("a message doesn't state its length");
        }
        return Integer.parseInt(length.group(1));
    }

    /** The status of a response. */
    String status() {
        int start = head.indexOf(' ') + 1;
        return head.substring(start, head.indexOf(' ', start));
    }

    /** The size of the message's body. */
    int length() {
        return end - bodyAt;
    }

    /** A copy of the message's body. */
    byte[] body() {
        return Arrays.copyOfRange(buffer, bodyAt, end);
    }

    void write(byte[] message) throws IOException {
        socket.getOutputStream().write(message);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
