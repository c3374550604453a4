package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.http.ErrorBody;
import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.HttpServer;
import dev.partnercatalog.http.Listener;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.query.operation.ApiRoutes;
import java.util.Map;
import java.util.SplittableRandom;

/** A Javalin handler that returns prepared bytes, on a server with the same settings as the API's. */
public final class BareServer {

    private BareServer() {}

    /** Takes the number of bytes to return; writes its port as one line and serves until its input ends. */
    public static void main(String[] arguments) throws Exception {
        byte[] answer = new byte[Integer.parseInt(arguments[0])];
        new SplittableRandom(1).nextBytes(answer);
        Listener listener = Listener.bind("127.0.0.1", 0);
        ErrorBody errors = ApiRoutes.errors();
        Routes routes = new Routes().post("/v1/{companyId}/variants/batch-get", context -> {
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
}
