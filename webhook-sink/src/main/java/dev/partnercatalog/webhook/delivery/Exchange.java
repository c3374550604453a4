package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import okio.ByteString;

/**
 * A request and the response to it. It contains secrets; what is recorded of the response has none.
 *
 * @param beginning what was read of the response's body
 * @param isComplete whether that is all of it
 */
record Exchange(Request request, ByteString beginning, boolean isComplete) {

    /**
     * Reading a short response to its end lets the connection be reused; a longer one isn't worth it. More than enough to
     * find a secret that begins in the recorded part.
     */
    private static final long ANSWER_BYTES = 8 << 10;

    private static final Duration ANSWER_TIME = Duration.ofMillis(500);

    private static final int BODY_BYTES = 1 << 10;

    /** All but line feeds. */
    private static final Pattern CONTROLS = Pattern.compile("[\\x00-\\x09\\x0B-\\x1F\\x7F-\\x9F]");

    /** Shorter values are no secrets, but words that may be anywhere. */
    private static final int SHORTEST_SECRET = 4;

    /** A part of a value, such as a token after the name of its scheme, must not be mistaken for that name. */
    private static final int SHORTEST_PART = 8;

    /** A shorter segment of a URL's path is rather a word that may be anywhere. */
    private static final int SHORTEST_SEGMENT = 16;

    /** Any other header of a request may carry a secret: what partners set, the signatures. */
    private static final Set<String> OPEN = Set.of(
            ("accept-encoding connection content-length content-type host user-agent" + " webhook-id webhook-timestamp")
                    .split(" "));

    /** Reads a response up to a small bound and drops the rest. */
    static Exchange read(Call call, Response response) {
        Buffer beginning = new Buffer();
        try (response) {
            BufferedSource answer = response.body().source();
            answer.timeout().deadline(ANSWER_TIME.toMillis(), TimeUnit.MILLISECONDS);
            while (beginning.size() < ANSWER_BYTES) {
                if (answer.read(beginning, ANSWER_BYTES - beginning.size()) < 0) {
                    return new Exchange(call.request(), beginning.readByteString(), true);
                }
            }
            // Closing alone would keep reading for a while, in the hope of an end.
            call.cancel();
        } catch (IOException | RuntimeException e) {
            // The status has said everything that matters; a body that breaks off only costs the connection. okhttp
            // throws a runtime exception if the response states a length below 0.
            call.cancel();
        }
        return new Exchange(call.request(), beginning.readByteString(), false);
    }

    /** Shows no secret. */
    @Override
    public String toString() {
        return "Exchange[" + request.url().host() + "]";
    }

    /** The beginning of the response's body, with an ellipsis in place of what it repeats of the request's secrets. */
    String responseBody() {
        String text = CONTROLS.matcher(beginning.utf8()).replaceAll("");
        return recorded(without(secrets(), text, !isComplete));
    }

    private List<String> secrets() {
        HttpUrl url = request.url();
        List<String> secrets = new ArrayList<>();
        for (String name : request.headers().names()) {
            if (!OPEN.contains(name.toLowerCase(Locale.ROOT))) {
                for (String value : request.headers(name)) {
                    secrets.add(value);
                    addLong(secrets, SHORTEST_PART, value.split("[ ,]"));
                }
            }
        }
        // Anybody who knows the URL may post to it, so its path and its query may be secrets too.
        secrets.add(url.encodedPath());
        addLong(secrets, SHORTEST_SEGMENT, url.encodedPathSegments().toArray(String[]::new));
        for (int i = 0; i < url.querySize(); i++) {
            secrets.add(requireNonNullElse(url.queryParameterValue(i), url.queryParameterName(i)));
        }
        secrets.removeIf(secret -> secret.length() < SHORTEST_SECRET);
        return secrets;
    }

    private static void addLong(List<String> secrets, int shortest, String... parts) {
        Stream.of(parts).filter(part -> part.length() >= shortest).forEach(secrets::add);
    }

    /** As much of a text as is recorded, without half a character. */
    private static String recorded(String text) {
        ByteBuffer fitting = ByteBuffer.allocate(BODY_BYTES);
        var unused = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(CharBuffer.wrap(text), fitting, true);
        return new String(fitting.array(), 0, fitting.position(), StandardCharsets.UTF_8);
    }

    /**
     * A text with an ellipsis in place of each secret in it: some endpoints answer with what they received. They are found in
     * plain text and with the escapes of JSON and of URLs, but not if they are encoded in another way.
     *
     * @param cut whether more would have followed, so that the text may end within a secret
     */
    static String without(List<String> secrets, String text, boolean cut) {
        StringBuilder left = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int end = at;
            for (String secret : secrets) {
                end = Math.max(end, end(secret, text, at, cut));
            }
            left.append(end > at ? "…" : text.substring(at, at + 1));
            at = Math.max(end, at + 1);
        }
        return left.toString();
    }

    /** Where a secret ends that begins at this position; the same position if it doesn't. */
    private static int end(String secret, String text, int from, boolean cut) {
        int at = from;
        for (int i = 0; i < secret.length(); i++) {
            if (at == text.length()) {
                return cut ? at : from;
            }
            int next = after(secret.charAt(i), text, at);
            if (next == at) {
                return from;
            }
            at = next;
        }
        return at;
    }

    /** Where a character ends if it is at this position, however it is written; the same position if it isn't. */
    private static int after(char wanted, String text, int at) {
        char found = text.charAt(at);
        if (Character.toLowerCase(found) == Character.toLowerCase(wanted)) {
            return at + 1;
        }
        if (found != '\\' && found != '%') {
            return at;
        }
        String hex = HexFormat.of().toHexDigits((byte) wanted);
        return Stream.of("\\" + wanted, "\\u00" + hex, "%" + hex)
                .filter(form -> text.regionMatches(true, at, form, 0, form.length()))
                .map(form -> at + form.length())
                .findFirst()
                .orElse(at);
    }
}
