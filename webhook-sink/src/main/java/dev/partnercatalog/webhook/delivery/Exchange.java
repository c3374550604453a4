package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.HttpHeader;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.webhook.delivery.OneAttempt.Answer;
import dev.partnercatalog.webhook.message.Message;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * The request and the response of one attempt. It contains secrets; the record that is made of it has none.
 *
 * @param response its status and headers as they came, null if there was none
 * @param answer the response's body, null if it wasn't read
 */
record Exchange(
        Request request,
        @Nullable Response response,
        @Nullable Answer answer) {

    private static final int MOST_HEADERS = 30;
    private static final int HEADER_BYTES = 4 << 10;
    private static final int BODY_BYTES = 1 << 10;

    /** How much of a value is searched for secrets; more than enough to find one that begins in the recorded part. */
    private static final int SEARCHED = 8 << 10;

    /** The longest beginning of a character whose end is missing. */
    private static final int HALF_CHARACTER = 3;

    /** Shorter values are no secrets, but words that may be anywhere. */
    private static final int SHORTEST_SECRET = 4;

    /** A part of a value, such as a token after the name of its scheme, must not be mistaken for that name. */
    private static final int SHORTEST_PART = 8;

    /** A shorter segment of a URL's path is rather a word that may be anywhere. */
    private static final int SHORTEST_SEGMENT = 16;

    /** Any other header of a request may carry a secret: what partners set, the signatures. */
    private static final Set<String> OPEN = Set.of(
            "accept-encoding",
            "connection",
            "content-length",
            "content-type",
            "host",
            "traceparent",
            "user-agent",
            "webhook-id",
            "webhook-timestamp");

    private static final Set<String> SECRET_IN_RESPONSES =
            Set.of("authorization", "proxy-authorization", "set-cookie", "set-cookie2");

    /** Shows no secret. */
    @Override
    public String toString() {
        return "Exchange[" + request.url().host() + "]";
    }

    WebhookExchange record(Endpoint endpoint, Message message, Instant started) {
        SentSecrets secrets = new SentSecrets(secrets());
        WebhookExchange.Builder exchange = WebhookExchange.newBuilder()
                .setPartnerId(endpoint.partnerId())
                .setWebhookId(message.id())
                .setAt(started.toEpochMilli())
                .setRequestHeaders(headers(sent().headers(), secrets, true))
                .setRequestBody(beginning(text(message.body(), BODY_BYTES + HALF_CHARACTER), BODY_BYTES))
                .setVariants(message.contents().variants());
        if (response != null) {
            exchange.setHttpStatus(response.code()).setResponseHeaders(headers(response.headers(), secrets, false));
        }
        if (answer != null) {
            String body = text(answer.beginning().toByteArray(), SEARCHED);
            exchange.setResponseBody(beginning(secrets.removedFrom(body, !answer.isWhole()), BODY_BYTES));
        }
        return exchange.build();
    }

    /** The request as it was sent if it was answered, with what the client adds. */
    private Request sent() {
        return response == null ? request : response.request();
    }

    private List<String> secrets() {
        HttpUrl url = request.url();
        List<String> secrets = new ArrayList<>();
        for (String name : request.headers().names()) {
            if (!OPEN.contains(name.toLowerCase(Locale.ROOT))) {
                for (String value : request.headers(name)) {
                    secrets.add(value);
                    Arrays.stream(value.split("[ ,]"))
                            .filter(part -> part.length() >= SHORTEST_PART)
                            .forEach(secrets::add);
                }
            }
        }
        // Whoever knows the URL may post to it, so its path and its query may be secrets too.
        secrets.add(url.encodedPath());
        url.encodedPathSegments().stream()
                .filter(segment -> segment.length() >= SHORTEST_SEGMENT)
                .forEach(secrets::add);
        for (int i = 0; i < url.querySize(); i++) {
            String value = url.queryParameterValue(i);
            secrets.add(value == null ? url.queryParameterName(i) : value);
        }
        return secrets.stream()
                .filter(secret -> secret.length() >= SHORTEST_SECRET)
                .toList();
    }

    private static List<HttpHeader> headers(Headers headers, SentSecrets secrets, boolean ofRequest) {
        List<HttpHeader> shown = new ArrayList<>();
        int left = HEADER_BYTES;
        for (int i = 0; i < Math.min(headers.size(), MOST_HEADERS) && left > 0; i++) {
            String name = headers.name(i);
            String lower = name.toLowerCase(Locale.ROOT);
            boolean open = ofRequest ? OPEN.contains(lower) : !SECRET_IN_RESPONSES.contains(lower);
            String shownName = beginning(searched(name, secrets), left);
            left -= bytes(shownName);
            String value = beginning(open ? searched(headers.value(i), secrets) : SentSecrets.ELLIPSIS, left);
            left -= bytes(value);
            shown.add(new HttpHeader(shownName, value));
        }
        return shown;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String searched(String value, SentSecrets secrets) {
        boolean cut = value.length() > SEARCHED;
        return secrets.removedFrom(withoutControls(cut ? value.substring(0, SEARCHED) : value), cut);
    }

    private static String text(byte[] body, int most) {
        return withoutControls(new String(body, 0, Math.min(body.length, most), StandardCharsets.UTF_8));
    }

    private static String withoutControls(String text) {
        return text.codePoints()
                .filter(point -> point == '\n' || !Character.isISOControl(point))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** As much of a text as fits into these bytes, without half a character. */
    private static String beginning(String text, int bytes) {
        ByteBuffer fitting = ByteBuffer.allocate(bytes);
        var unused = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(CharBuffer.wrap(text), fitting, true);
        return new String(fitting.array(), 0, fitting.position(), StandardCharsets.UTF_8);
    }
}
