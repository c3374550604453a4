package dev.partnercatalog.runtime.http;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.Map;

/** A server, as an attacker finds it. */
final class AttackedServers implements AutoCloseable {

    /** A lock of the classes that attack: two attacks at once would show only how much one machine can do. */
    static final String ONE_ATTACK = "one attack";

    static final int CONNECTIONS = 1_000;
    static final String HOST = "Host: localhost\r\n";

    private final Listener listener = Listener.bind("127.0.0.1", 0);
    private final HttpServer server = HttpServer.start(
            listener,
            new HttpLimits(64, CONNECTIONS),
            Map.of(),
            new ErrorBody(),
            new Routes()
                    .get("/small", context -> context.result("{}"))
                    .post("/echo", context -> context.result(RequestBody.bytes(context, 1_000_000)))
                    .post("/private", context -> {
                        throw HttpProblem.of(ErrorCode.UNAUTHENTICATED, "nobody", "don't");
                    })
                    .awaitBodies(1_000_000, request -> !request.getHeaders().contains("Authorization", "Bearer bad")));
    /** Where the server answers. */
    URI api() {
        return listener.address();
    }

    ServerUnderAttack apiUnderAttack() {
        return new ServerUnderAttack(api(), "/echo", "/small");
    }

    /** Another server, which works on four requests at once. */
    static HttpServer startSmall(Listener listener) {
        return HttpServer.start(
                listener,
                new HttpLimits(4, CONNECTIONS),
                Map.of(),
                new ErrorBody(),
                new Routes()
                        .get("/small", context -> context.result("{}"))
                        .post("/echo", context -> context.result(RequestBody.json(context, 1_000_000))));
    }

    /** The status of the response; 0 if the server closed the connection. */
    static int request(URI server, String requestLine) throws IOException {
        try (Socket socket = RawClient.open(server, requestLine + HOST + "Connection: close\r\n\r\n")) {
            socket.setSoTimeout(8_000);
            return RawClient.read(socket).status();
        } catch (SocketException e) {
            return 0;
        }
    }

    static void closeAll(Iterable<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
