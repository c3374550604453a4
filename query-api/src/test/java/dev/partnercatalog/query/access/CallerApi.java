package dev.partnercatalog.query.access;

import dev.partnercatalog.http.ErrorBody;
import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.HttpServer;
import dev.partnercatalog.http.Listener;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.http.limit.RateLimit;
import dev.partnercatalog.http.limit.RateLimiter;
import io.github.bucket4j.TimeMeter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;

/** An API whose only operation returns who calls it, such as {@code "c1 of p1"}. */
public final class CallerApi implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Listener listener = Listener.bind("127.0.0.1", 0);
    private final HttpServer server;

    public CallerApi(TokenVerifier verifier, Clients clients, URI tokenEndpoint) {
        RateLimiter unlimited = new RateLimiter(RateLimit.NONE, TimeMeter.SYSTEM_NANOTIME);
        Authenticator authenticator = new Authenticator(
                verifier, clients, unlimited, unlimited, new RemoteAddresses(List.of()), tokenEndpoint);
        Routes routes = new Routes().get("/caller", context -> {
            var caller = authenticator.caller(context);
            context.result("\"" + caller.clientId() + " of " + caller.partnerId() + "\"");
        });
        server = HttpServer.start(listener, HttpLimits.DEFAULT, Map.of(), new ErrorBody(), routes);
    }

    public HttpResponse<String> call(String token) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(listener.address().resolve("/caller"))
                        .header("Authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.close();
    }
}
