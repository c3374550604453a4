package dev.partnercatalog.benchmarks.batchget;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A persistent HTTP/1.1 connection that costs next to nothing: it reads a response's length and drops its body. */
final class HttpConnection implements AutoCloseable {

    private static final int HEAD_END = 0x0d0a0d0a;

    private final Socket socket;
    private final InputStream in;
    private final byte[] buffer = new byte[256 << 10];

    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
    }

    /** Sends a request; returns the number of bytes in the response's body. Any status except 200 is a fault. */
    int exchange(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        int filled = 0;
        int bodyAt;
        do {
            filled += read(filled);
            bodyAt = bodyAt(filled);
        } while (bodyAt < 0);
        String head = new String(buffer, 0, bodyAt, StandardCharsets.ISO_8859_1);
        if (!head.startsWith("HTTP/1.1 200")) {
            throw new IOException("answered " + head.lines().findFirst().orElse(""));
        }
        int length = length(head);
        for (int left = length - (filled - bodyAt); left > 0; ) {
            left -= read(0);
        }
        return length;
    }

    private int read(int at) throws IOException {
        int read = in.read(buffer, at, buffer.length - at);
        if (read < 0) {
            throw new EOFException("the server has closed the connection");
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
        String name = "\r\ncontent-length:";
        int at = head.toLowerCase(Locale.ROOT).indexOf(name);
        if (at < 0) {
            throw new IOException("the response doesn't state its length");
        }
        int end = head.indexOf('\r', at + 2);
        return Integer.parseInt(head.substring(at + name.length(), end).strip());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
