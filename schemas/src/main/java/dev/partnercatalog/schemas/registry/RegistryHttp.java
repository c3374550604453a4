package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Calls to the registry's REST API (v3), each with a deadline and tried again while the registry is away. Thread-safe. */
final class RegistryHttp {

    /** What the registry said; never a fault of its own, for which {@link RegistryUnavailableException} is thrown. */
    record Answer(int status, String body, String path) {

        boolean isOk() {
            return status / 100 == 2;
        }

        JsonNode json() {
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
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final RegistrySettings settings;
    private final URI api;
    private final Duration patience;
    private final HttpClient http;

    RegistryHttp(RegistrySettings settings, Duration patience) {
        this(
                settings,
                patience,
                HttpClient.newBuilder().connectTimeout(CALL_TIMEOUT).build());
    }

    private RegistryHttp(RegistrySettings settings, Duration patience, HttpClient http) {
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
                HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() < 500 && answer.statusCode() != 429) {
                    return new Answer(answer.statusCode(), answer.body(), path);
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
