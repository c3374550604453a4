package dev.partnercatalog.cli.topic;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Recognises a web server where a broker should be: Kafka's clients would take its response for a record of more than a
 * gigabyte, and run out of memory.
 */
final class WebServer {

    private static final byte[] HTTP = "HTTP".getBytes(StandardCharsets.US_ASCII);

    /** The first request of Kafka's protocol, which every broker answers: its size, key, version, number and no client. */
    private static final byte[] API_VERSIONS = {0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 0, -1, -1};

    private WebServer() {}

    /**
     * Whether the other end answers Kafka's first request as a web server does.
     *
     * @param socket connected, without TLS; it can't be used afterwards
     * @throws IOException if it breaks the connection, or doesn't answer in time
     */
    static boolean isAt(Socket socket, int patienceMillis) throws IOException {
        socket.setSoTimeout(patienceMillis);
        socket.getOutputStream().write(API_VERSIONS);
        return Arrays.equals(socket.getInputStream().readNBytes(HTTP.length), HTTP);
    }
}
