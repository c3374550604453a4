package dev.partnercatalog.query.operation;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends any bytes that form one complete request, and reads the response, on a connection that is kept alive if
 * possible.
 */
final class KeptConnection implements AutoCloseable {

    private static final int TIMEOUT_MS = 10_000;

    private final URI server;
    private @Nullable Socket socket;
    private @Nullable InputStream in;

    KeptConnection(URI server) {
        this.server = server;
    }

    /** Throws if there is no complete response within ten seconds. */
    ApiAnswer send(byte[] request, boolean isHead) throws IOException {
        Socket open = socket;
        InputStream from = in;
        if (open == null || from == null) {
            open = new Socket(InetAddress.getLoopbackAddress(), server.getPort());
            open.setSoTimeout(TIMEOUT_MS);
            open.setTcpNoDelay(true);
            from = new BufferedInputStream(open.getInputStream());
            socket = open;
            in = from;
        }
        open.getOutputStream().write(request);
        ApiAnswer answer = read(from, isHead);
        if (answer.headers().getOrDefault("connection", List.of()).contains("close")) {
            close();
        }
        return answer;
    }

    private static ApiAnswer read(InputStream in, boolean isHead) throws IOException {
        String statusLine = line(in);
        Map<String, List<String>> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String[] pair = line.split(":", 2);
            headers.computeIfAbsent(pair[0].toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(pair[1].strip());
        }
        int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
        byte[] body = isHead ? new byte[0] : body(in, headers);
        return new ApiAnswer(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    private static byte[] body(InputStream in, Map<String, List<String>> headers) throws IOException {
        if (!headers.containsKey("transfer-encoding")) {
            List<String> length = headers.getOrDefault("content-length", List.of("0"));
            return in.readNBytes(Integer.parseInt(length.get(0)));
        }
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
            chunks.write(in.readNBytes(size));
            line(in);
        }
        line(in);
        return chunks.toByteArray();
    }

    private static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection, having sent: " + line);
            }
            line.write(c);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    @Override
    public void close() throws IOException {
        Socket open = socket;
        socket = null;
        in = null;
        if (open != null) {
            open.close();
        }
    }
}
