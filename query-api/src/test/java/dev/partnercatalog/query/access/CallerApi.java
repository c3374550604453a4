package dev.partnercatalog.query.access;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.Routes;
import io.github.bucket4j.TimeMeter;
import io.javalin.http.Handler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An API whose only operation, with a body or without, returns who calls it, such as {@code "c1 of p1"}. */
public final class CallerApi implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final HttpServer server = HttpServer.bind("127.0.0.1", 0);

    public CallerApi(TokenVerifier verifier, Function<String, @Nullable Client> clients, URI tokenEndpoint) {
        RateLimiter unlimited = new RateLimiter(RateLimit.NONE, TimeMeter.SYSTEM_NANOTIME);
        Authenticator authenticator = new Authenticator(
                verifier, clients, unlimited, unlimited, new RemoteAddresses(List.of()), tokenEndpoint);
        Handler caller = context -> {
            Caller known = authenticator.caller(context);
            context.result("\"" + known.clientId() + " of " + known.partnerId() + "\"");
        };
        Routes routes = new Routes().get("/caller", caller);
        server.serve(HttpLimits.DEFAULT, Map.of(), new ErrorBody(), routes);
    }

    public HttpResponse<String> call(String token) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(server.address().resolve("/caller"))
                        .header("Authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.close();
    }
}
