package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.schemas.registry.BoundedBody.Content;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Calls to the registry's REST API (v3), each with a deadline and tried again while the registry is away. Thread-safe. */
final class RegistryHttp {

    /** What the registry said; never a fault of its own, for which {@link RegistryUnavailableException} is thrown. */
    record Answer(int status, String body, boolean isWhole, String path) {

        boolean isOk() {
            return status / 100 == 2;
        }

        JsonNode json() {
            if (!isWhole) {
                throw new RegistryUnavailableException(
                        "the registry's answer to " + path + " has more than " + MAX_ANSWER + " bytes");
            }
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new RegistryUnavailableException("the registry's answer to " + path + " is no JSON", e);
            }
        }

        /** This answer; throws {@link RegistryUnavailableException} where the registry refused. */
        Answer expectOk() {
            if (!isOk()) {
                throw new RegistryUnavailableException("the registry answers with status " + status + " to " + path
                        + (status == 401 || status == 403 ? ": its --registry-authorization is missing or wrong" : ""));
            }
            return this;
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_ANSWER = 1 << 20;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final RegistrySettings settings;
    private final URI api;
    private final Duration patience;
    private final FirstUse http;

    /** Many a command asks the registry nothing, and a client takes longer to make than most questions. Thread-safe. */
    private static final class FirstUse {
        private final boolean isSecure;
        private @Nullable HttpClient made;

        FirstUse(boolean isSecure) {
            this.isSecure = isSecure;
        }

        synchronized HttpClient client() {
            if (made == null) {
                HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(CALL_TIMEOUT);
                made = (isSecure ? client : client.sslContext(trustingNobody())).build();
            }
            return made;
        }

        /** By default a client reads all certificates that Java trusts, even if it is never to use them. */
        private static SSLContext trustingNobody() {
            try {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(new KeyManager[0], new TrustManager[0], null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("Java has no TLS", e);
            }
        }
    }

    RegistryHttp(RegistrySettings settings, Duration patience) {
        this(
                settings,
                patience,
                new FirstUse("https".equalsIgnoreCase(settings.url().getScheme())));
    }

    private RegistryHttp(RegistrySettings settings, Duration patience, FirstUse http) {
        this.settings = settings;
        this.api =
                URI.create(settings.url().toString().replaceAll("(/apis/registry/v3)?/*$", "") + "/apis/registry/v3/");
        this.patience = patience;
        this.http = http;
    }

    /** The same calls, with another patience. */
    RegistryHttp withPatience(Duration other) {
        return new RegistryHttp(settings, other, http);
    }

    Answer get(String path) {
        return call(path, request(path).GET());
    }

    Answer post(String path, JsonNode body) {
        return call(
                path,
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.resolve(path)).timeout(CALL_TIMEOUT);
        String authorization = settings.authorization();
        return authorization == null ? request : request.header("Authorization", authorization);
    }

    private Answer call(String path, HttpRequest.Builder request) {
        long deadline = System.nanoTime() + patience.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            RegistryUnavailableException fault;
            try {
                HttpResponse<Content> answer = send(request.build());
                if (answer.statusCode() < 500 && answer.statusCode() != 429) {
                    Content content = answer.body();
                    String body = new String(content.bytes(), StandardCharsets.UTF_8);
                    return new Answer(answer.statusCode(), body, content.isWhole(), path);
                }
                fault = new RegistryUnavailableException(
                        "the registry at " + api + " answers with status " + answer.statusCode());
            } catch (IOException e) {
                fault = new RegistryUnavailableException("the registry at " + api + " can't be reached: " + e, e);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            if (System.nanoTime() + pause.toNanos() > deadline) {
                throw fault;
            }
            pause(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    /** Within the deadline the whole answer has to be here: the client's own ends with the answer's head. */
    private HttpResponse<Content> send(HttpRequest request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<Content>> answer =
                http.client().sendAsync(request, head -> new BoundedBody(MAX_ANSWER));
        try {
            return answer.get(CALL_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
        } catch (TimeoutException e) {
            throw new IOException("no whole answer within " + CALL_TIMEOUT.toSeconds() + " s", e);
        } finally {
            // Without effect on an answer that is here.
            answer.cancel(true);
        }
    }

    static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void pause(Duration pause) {
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static RegistryUnavailableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RegistryUnavailableException("interrupted while waiting for the registry", e);
    }
}
