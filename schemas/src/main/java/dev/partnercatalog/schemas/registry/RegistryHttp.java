package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.ConnectionSpec;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Calls the registry's REST API (v3). Each call has a deadline and is retried while the registry is unavailable.
 * Thread-safe.
 */
final class RegistryHttp {

    /**
     * The registry's response. Server errors are never returned here; they throw {@link RegistryUnavailableException}.
     */
    record Answer(int status, String body, boolean isWhole, String path) {

        boolean isOk() {
            return status / 100 == 2;
        }

        JsonNode json() {
            if (!isWhole) {
                throw new RegistryUnavailableException(
                        "the registry's response to " + path + " is longer than " + MAX_ANSWER + " bytes");
            }
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new RegistryUnavailableException("the registry's response to " + path + " is not JSON", e);
            }
        }

        /** Returns this response; throws {@link RegistryUnavailableException} if the registry refused the call. */
        Answer expectOk() {
            if (!isOk()) {
                throw new RegistryUnavailableException("the registry returned status " + status + " for " + path
                        + (status == 401 || status == 403 ? ": --registry-authorization is missing or wrong" : ""));
            }
            return this;
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final MediaType JSON_TYPE = MediaType.get("application/json");
    private static final int MAX_ANSWER = 1 << 20;
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final RegistrySettings settings;
    private final URI api;
    private final Duration patience;
    private final FirstUse http;

    /**
     * Creates the client on first use: many commands never call the registry, and creating a client takes longer than
     * most calls. Thread-safe.
     */
    private static final class FirstUse {
        private final boolean isSecure;
        private @Nullable OkHttpClient made;

        FirstUse(boolean isSecure) {
            this.isSecure = isSecure;
        }

        synchronized OkHttpClient client() {
            if (made == null) {
                OkHttpClient.Builder client =
                        new OkHttpClient.Builder().callTimeout(CALL_TIMEOUT).followRedirects(false);
                if (!isSecure) {
                    // By default a client loads all certificates that Java trusts, even if it never uses them.
                    client.connectionSpecs(List.of(ConnectionSpec.CLEARTEXT));
                }
                made = client.build();
            }
            return made;
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

    /** The same calls, with a different timeout for retries. */
    RegistryHttp withPatience(Duration other) {
        return new RegistryHttp(settings, other, http);
    }

    Answer get(String path) {
        return call(path, request(path));
    }

    Answer post(String path, JsonNode body) {
        return call(path, request(path).post(RequestBody.create(body.toString(), JSON_TYPE)));
    }

    private Request.Builder request(String path) {
        Request.Builder request = new Request.Builder().url(api.resolve(path).toString());
        String authorization = settings.authorization();
        return authorization == null ? request : request.header("Authorization", authorization);
    }

    private Answer call(String path, Request.Builder request) {
        long deadline = System.nanoTime() + patience.toNanos();
        Duration pause = FIRST_PAUSE;
        while (true) {
            RegistryUnavailableException fault;
            Call call = http.client().newCall(request.build());
            try (Response response = call.execute()) {
                if (response.code() < 500 && response.code() != 429) {
                    return answer(call, response, path);
                }
                fault = new RegistryUnavailableException(
                        "the registry at " + api + " returned status " + response.code());
            } catch (IOException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw interrupted(e);
                }
                fault = new RegistryUnavailableException(
                        e instanceof InterruptedIOException
                                ? "the registry at " + api + " didn't respond completely within "
                                        + CALL_TIMEOUT.toSeconds() + " s"
                                : "the registry at " + api + " can't be reached: " + FaultWords.of(e),
                        e);
            }
            if (System.nanoTime() + pause.toNanos() > deadline) {
                throw fault;
            }
            pause(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    /** Reads the response up to the limit; the rest of a longer one is never read. */
    private static Answer answer(Call call, Response response, String path) throws IOException {
        BufferedSource body = response.body().source();
        boolean isWhole = !body.request(MAX_ANSWER + 1L);
        if (!isWhole) {
            call.cancel();
        }
        Buffer read = body.getBuffer();
        return new Answer(response.code(), read.readUtf8(Math.min(read.size(), MAX_ANSWER)), isWhole, path);
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

    private static RegistryUnavailableException interrupted(Exception e) {
        Thread.currentThread().interrupt();
        return new RegistryUnavailableException("interrupted while waiting for the registry", e);
    }
}
