package dev.partnercatalog.runtime.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Sends any bytes to a server and reads one response: for requests that no HTTP client would send. */
public final class RawClient {

    /** A response; header names are in lower case. */
    public record Response(int status, Map<String, String> headers, String body) {}

    /** The server closed the connection without a response. */
    public static final class NoResponseException extends IOException {

        private static final long serialVersionUID = 1L;

        NoResponseException() {
            super("no HTTP response");
        }
    }

    private static final int TIMEOUT_MS = 10_000;

    private RawClient() {}

    public static Response send(URI server, String request) throws IOException {
        return send(server, request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends the bytes, shuts down the output, and reads until the server has responded. */
    public static Response send(URI server, byte[] request) throws IOException {
        try (Socket socket = connect(server)) {
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            return read(socket);
        }
    }

    /** Opens a connection and sends these bytes, which may be only the beginning of a request. */
    public static Socket open(URI server, String beginning) throws IOException {
        Socket socket = connect(server);
        socket.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static Socket connect(URI server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
        socket.setSoTimeout(TIMEOUT_MS);
        return socket;
    }

    /** Reads one response, until the server closes the connection. */
    public static Response read(Socket socket) throws IOException {
        return parse(readAll(socket.getInputStream()));
    }

    private static byte[] readAll(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (SocketTimeoutException e) {
            throw new IOException("the server kept the connection open, having sent: " + all, e);
        }
        return all.toByteArray();
    }

    private static Response parse(byte[] bytes) throws IOException {
        if (bytes.length == 0) {
            throw new NoResponseException();
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IOException("no HTTP response: \"" + text + "\"");
        }
        List<String> lines = text.substring(0, end).lines().toList();
        Map<String, String> headers = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] pair = line.split(":", 2);
            headers.merge(pair[0].toLowerCase(Locale.ROOT), pair[1].strip(), (a, b) -> a + ", " + b);
        }
        return new Response(Integer.parseInt(lines.get(0).split(" ", 3)[1]), headers, text.substring(end + 4));
    }
}
