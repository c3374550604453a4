package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates requests to all operations: valid, nearly valid and hostile ones. */
final class RequestFuzzer {

    private record Operation(String method, String path) {}

    private static final String BATCH = "/v1/{company}/variants/batch-get";
    private static final String PARTNER = "/v1/partner";
    private static final String CUSTOMER = "/v1/partner/enabled-shared-customer";

    private static final List<Operation> OPERATIONS = List.of(
            new Operation("POST", BATCH),
            new Operation("POST", BATCH),
            new Operation("POST", BATCH),
            new Operation("PUT", PARTNER),
            new Operation("PUT", PARTNER),
            new Operation("GET", PARTNER),
            new Operation("POST", CUSTOMER),
            new Operation("GET", "/v1/{company}/location/{location}"),
            new Operation("GET", "/v1/{company}/location/{location}"),
            new Operation("GET", "/v1/service/health"),
            new Operation("GET", "/v1/postman"),
            new Operation("GET", "/v1/partner/webhook"),
            new Operation("GET", "/v1/partner/webhook/deliveries"),
            new Operation("GET", "/v1/partner/webhook/deliveries/msg_1"),
            new Operation("POST", "/v1/partner/webhook/resume"),
            new Operation("POST", "/v1/partner/webhook/resync"),
            new Operation("POST", "/v1/partner/webhook/rotate-secret"),
            new Operation("GET", "/openapi.json"),
            new Operation("GET", "/docs"));

    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get");
    private static final List<String> IDS = List.of(
            "10",
            "10",
            "10",
            "11",
            "22",
            "33",
            "0",
            "-1",
            "x",
            "1e1",
            "%31%30",
            "10;a=b",
            "10%20",
            "..",
            "%2e%2e",
            "%00",
            "%ff",
            "%",
            "\u00e9",
            "9".repeat(40),
            "a%2fb",
            "10?x=%zz",
            "*");
    private static final List<String> PATH_TRICKS =
            List.of("/", "//", "/.", "/../", ";x=1", "%2f", "%", "?", "?a=b&a", "#x", " ", "\\", "\u0001", "/%2e%2e/x");
    private static final List<String> HEADERS = List.of(
            "If-Match: \"1\"",
            "If-Match: *",
            "If-Match: nonsense",
            "If-Match: \"1\", W/\"2\"",
            "If-None-Match: \"1\"",
            "If-None-Match: *",
            "Accept: text/html",
            "Accept: */*;q=x",
            "Origin: https://shop.example",
            "X-Request-Id: mine",
            "X-Request-Id: <script>",
            "Range: bytes=0-1",
            "Cookie: a=\"",
            "X-Forwarded-For: 1.2.3.4, x",
            "X-HTTP-Method-Override: DELETE",
            "Accept-Encoding: gzip",
            "Content-Encoding: gzip",
            "Forwarded: for=\"[",
            "Sec-WebSocket-Version: 13",
            "Upgrade: websocket",
            "TE: trailers",
            "X: " + "y".repeat(9_000),
            "X: \u0001",
            "no colon",
            ": no name",
            "Host: elsewhere.example",
            "Transfer-Encoding: chunked");
    private static final List<String> CONTENT_TYPES = List.of(
            "text/plain",
            "application/json; charset=utf-16",
            "application/json; charset=nobody",
            "",
            "a",
            "/",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "APPLICATION/JSON;charset=UTF-8");

    private final Random random;
    private final FuzzedJson bodies;
    private final String good = "Authorization: " + ApiHarness.bearer();

    RequestFuzzer(long seed) {
        this.random = new Random(seed);
        this.bodies = new FuzzedJson(random);
    }

    /** The next request; {@code current} is what GET /v1/partner returns, on which changes of it are based. */
    FuzzedRequest next(JsonNode current) {
        Operation operation = pick(OPERATIONS);
        String method = oneIn(15) ? pick(METHODS) : operation.method();
        String path = operation.path().replace("{company}", id("10")).replace("{location}", id("11"));
        if (oneIn(12)) {
            int at = random.nextInt(path.length() + 1);
            path = path.substring(0, at) + pick(PATH_TRICKS) + path.substring(at);
        }
        String body = body(operation, current);
        List<String> headers = new ArrayList<>(authorization());
        if (!body.isEmpty()) {
            headers.add("Content-Type: " + (oneIn(12) ? pick(CONTENT_TYPES) : "application/json"));
        }
        boolean framed = addLength(body, headers);
        while (oneIn(4)) {
            headers.add(pick(HEADERS));
            framed = false;
        }
        // A request that may be mistaken for a different one, or for none, gets its own connection.
        boolean plain = path.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '#') && METHODS.contains(method);
        return new FuzzedRequest(method, path, headers, body, framed && plain);
    }

    /** Random bytes, occasionally with a meaningful beginning. */
    byte[] noise() {
        byte[] noise = new byte[1 + random.nextInt(200)];
        random.nextBytes(noise);
        byte[] start = pick(List.of(
                        "", "GET / HTTP/1.1\r\n", "POST /v1/partner HTTP/1.1\r\nHost: x\r\n", "\u0016\u0003\u0001"))
                .getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(start, 0, noise, 0, Math.min(start.length, noise.length));
        return noise;
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private String id(String allowed) {
        return oneIn(4) ? pick(IDS) : allowed;
    }

    private String body(Operation operation, JsonNode current) {
        if (oneIn(20)) {
            return bodies.any();
        }
        return switch (operation.path()) {
            case BATCH -> bodies.batchGet();
            case CUSTOMER -> bodies.customer();
            case PARTNER -> operation.method().equals("PUT") ? bodies.partner(current) : "";
            default -> "";
        };
    }

    private List<String> authorization() {
        return switch (random.nextInt(30)) {
            case 0 -> List.of();
            case 1 -> List.of("Authorization: Bearer a.b.c");
            case 2 -> List.of("Authorization: Basic YTpi");
            case 3 -> List.of(good, good);
            case 4 -> List.of(good + "x");
            default -> List.of(good);
        };
    }

    /** Declares the body's length; returns whether the declaration is correct. */
    private boolean addLength(String body, List<String> headers) {
        int wrong = random.nextInt(60);
        if (wrong < 3) {
            headers.add(
                    "Content-Length: " + List.of(body.length() + 5, -1, "ten").get(wrong));
            return false;
        }
        if (!body.isEmpty()) {
            headers.add("Content-Length: " + body.length());
        }
        return true;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
