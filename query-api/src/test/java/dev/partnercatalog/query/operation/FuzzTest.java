package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.contract.Contract;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.runtime.http.RawClient;
import dev.partnercatalog.runtime.http.limit.RateLimit;
import io.github.bucket4j.TimeMeter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Thousands of random requests to a running server: each is answered in time, without an internal error, in the form of
 * D20 and D21, and according to the OpenAPI document.
 *
 * <p>{@code -Dcatalog.fuzz.requests=50000} sends more, {@code -Dcatalog.seed} repeats a run.
 */
class FuzzTest {

    private static final int REQUESTS = Integer.getInteger("catalog.fuzz.requests", 5_000);
    private static final int KEEP_CONFIGURATION = 20;
    private static final Contract CONTRACT = new Contract();
    private static final Pattern PLAIN_PATH = Pattern.compile("(?:/[A-Za-z0-9_-]+(?:\\.json|\\.yaml)?)+");

    private static final Pattern TAKES_BODY =
            Pattern.compile("PUT .*|POST .*/(?:batch-get|enabled-shared-customer|resync)");

    /** High enough not to be reached, so that every response shows it. */
    private final ApiHarness api = new ApiHarness(new RateLimit(1_000_000, 1_000_000), TimeMeter.SYSTEM_NANOTIME);

    private String previous = "";
    private final Map<Integer, Integer> statuses = new TreeMap<>();

    @BeforeEach
    void partners() {
        reset();
        api.configurations.put("p2", true, InMemoryConfigurations.company("22", "22"));
        api.lookup.variant("A");
        api.lookup.list(11, "S", "A");
        api.customers.companies.add(Company.newBuilder()
                .setCompanyId(22)
                .setName("Theirs")
                .setProvider("cova")
                .setProviderId("cova-22")
                .setLocations(List.of())
                .setSharedWithPartnerIds(List.of("p1"))
                .build());
    }

    @AfterEach
    void close() {
        api.close();
    }

    private void reset() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("10", "10", "11"));
    }

    @Test
    void D20_D21_for_any_request_the_response_is_well_formed_and_not_an_internal_error() throws IOException {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        System.out.println("seed " + seed + ", " + REQUESTS + " requests");
        RequestFuzzer fuzzer = new RequestFuzzer(seed);
        JsonNode current = api.get("/v1/partner").json();
        try (KeptConnection connection = new KeptConnection(api.address())) {
            for (int i = 0; i < REQUESTS; i++) {
                api.lookup.available = !fuzzer.oneIn(8);
                if (i % KEEP_CONFIGURATION == 0) {
                    reset();
                }
                String about = "seed " + seed + ", request " + i + ": ";
                if (fuzzer.oneIn(40)) {
                    sendNoise(fuzzer.noise(), about);
                } else {
                    send(fuzzer.next(current), connection, about);
                }
            }
        }
        System.out.println(statuses);
        assertThat(statuses.keySet()).contains(200, 400, 401, 403, 404, 405, 415, 503);
    }

    private void sendNoise(byte[] noise, String about) throws IOException {
        try {
            ApiAnswer answer = alone(noise);
            check(answer, "", about + new String(noise, StandardCharsets.ISO_8859_1));
        } catch (RawClient.NoResponseException e) {
            // Nothing but empty lines and pieces of a request: there is nothing to answer yet.
            statuses.merge(0, 1, Integer::sum);
        }
    }

    private void send(FuzzedRequest request, KeptConnection connection, String about) throws IOException {
        ApiAnswer answer;
        try {
            answer = request.framed()
                    ? connection.send(request.bytes(), request.method().equals("HEAD"))
                    : alone(request.bytes());
        } catch (IOException e) {
            throw new AssertionError(about + request + " after " + previous, e);
        }
        previous = request + " was answered " + answer;
        check(answer, request.method(), about + request);
        if (request.framed() && PLAIN_PATH.matcher(request.path()).matches()) {
            checkContract(request, answer, about);
        }
    }

    private ApiAnswer alone(byte[] request) throws IOException {
        RawClient.Response response = RawClient.send(api.address(), request);
        Map<String, List<String>> headers = new TreeMap<>();
        response.headers().forEach((name, value) -> headers.put(name, List.of(value)));
        return new ApiAnswer(response.status(), headers, response.body());
    }

    private void check(ApiAnswer answer, String method, String about) {
        statuses.merge(answer.status(), 1, Integer::sum);
        assertThat(answer.status() < 500 || answer.status() == 503)
                .as(about + " was answered " + answer)
                .isTrue();
        assertThat(answer.header("Access-Control-Allow-Origin")).as(about).isEqualTo("*");
        assertThat(answer.header("X-Request-Id")).as(about).matches("[A-Za-z0-9._-]{1,64}");
        if (answer.status() == 503) {
            assertThat(answer.header("Retry-After")).as(about).isNotNull();
        }
        if (answer.status() == 404 && "text/html;charset=utf-8".equals(answer.header("Content-Type"))) {
            // Below the guides and the partners' page, browsers get a page.
            assertThat(about).contains("/d");
            assertThat(answer.body()).as(about).startsWithIgnoringCase("<!doctype html>");
        } else if (answer.status() >= 400 && !answer.body().isEmpty()) {
            checkError(answer, about);
        } else if (answer.status() >= 400) {
            assertThat(method).as(about).isEqualTo("HEAD");
        }
    }

    private static void checkError(ApiAnswer answer, String about) {
        assertThat(answer.header("Content-Type")).as(about).isEqualTo("application/json");
        JsonNode error = answer.json();
        assertThat(error.properties().stream().map(Map.Entry::getKey).filter(name -> !name.equals("errorCode")))
                .as(about)
                .containsExactlyInAnyOrder("body", "code", "message", "suggestion", "title");
        assertThat(error.path("code").asInt()).as(about).isEqualTo(answer.status());
        assertThat(error.path("message").asText()).as(about).isNotBlank();
        assertThat(error.path("suggestion").asText()).as(about).isNotBlank();
        if (error.has("errorCode")) {
            assertThat(ErrorCodes.ALL)
                    .as(about)
                    .anyMatch(code ->
                            code.name().equals(error.path("errorCode").asText()) && code.status() == answer.status());
        }
        assertThat(error.at("/body/violations").isEmpty() && answer.status() == 400)
                .as(about)
                .isFalse();
    }

    private void checkContract(FuzzedRequest request, ApiAnswer answer, String about) throws IOException {
        Request.Builder sent = new Request.Builder().url(api.address() + request.path());
        String method = request.method();
        // Operations without a body ignore it, and the document has none.
        boolean takesBody = TAKES_BODY.matcher(method + " " + request.path()).matches();
        for (String line : request.headers()) {
            String[] pair = line.split(": ?", 2);
            if (takesBody || !pair[0].equals("Content-Type")) {
                sent.addHeader(pair[0], pair[1]);
            }
        }
        if (!List.of("GET", "POST", "PUT").contains(method)) {
            return;
        }
        byte[] body = takesBody ? request.bodyBytes() : new byte[0];
        sent.method(method, method.equals("GET") ? null : RequestBody.create(body, MediaType.get("application/json")));
        Response.Builder got = new Response.Builder()
                .request(sent.build())
                .protocol(Protocol.HTTP_1_1)
                .code(answer.status())
                .message("")
                .body(ResponseBody.create(answer.body(), null));
        answer.headers().forEach((name, values) -> values.forEach(value -> got.addHeader(name, value)));
        try (Response response = got.build()) {
            CONTRACT.check(sent.build(), response, answer.body());
        } catch (AssertionError e) {
            throw new AssertionError(about + request, e);
        }
    }
}
