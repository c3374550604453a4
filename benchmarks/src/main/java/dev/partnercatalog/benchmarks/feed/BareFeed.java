package dev.partnercatalog.benchmarks.feed;

import dev.partnercatalog.http.ErrorBody;
import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.HttpServer;
import dev.partnercatalog.http.Listener;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.query.operation.ApiRoutes;
import java.io.OutputStream;
import java.util.Map;
import java.util.SplittableRandom;

/** Javalin handlers that return prepared bytes, on a server with the same settings as the API's. */
public final class BareFeed {

    private static final int PIECE = 256 << 10;

    private BareFeed() {}

    /** Takes the numbers of bytes to stream and to return; writes its port as one line and serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        long streamed = Long.parseLong(arguments[0]);
        byte[] answer = random(Integer.parseInt(arguments[1]));
        byte[] piece = random(PIECE);
        Listener listener = Listener.bind("127.0.0.1", 0);
        ErrorBody errors = ApiRoutes.errors();
        Routes routes = new Routes()
                .get("/v1/{companyId}/location/{locationId}/variants", context -> {
                    OutputStream out = context.res().getOutputStream();
                    for (long left = streamed; left > 0; left -= PIECE) {
                        out.write(piece, 0, (int) Math.min(left, PIECE));
                    }
                })
                .get("/v1/{companyId}/location/{locationId}/variants/changes", context -> {
                    context.res().setContentLength(answer.length);
                    context.res().getOutputStream().write(answer);
                });
        HttpServer server = HttpServer.start(
                listener, HttpLimits.DEFAULT, Map.of("Access-Control-Allow-Origin", "*"), errors, routes);
        System.out.println(listener.address().getPort());
        while (System.in.read() >= 0) {
            // The process that started this one ends it by closing its input.
        }
        server.close();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(1).nextBytes(bytes);
        return bytes;
    }
}
