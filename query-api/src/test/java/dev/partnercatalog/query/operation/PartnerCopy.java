package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A partner's copy built from snapshots and changes: records by barcode, byte for byte. Not thread-safe. */
final class PartnerCopy {

    private static final JsonFactory JSON = new JsonFactory();
    private static final Pattern BARCODE = Pattern.compile("\"barcode\":\"([^\"]*)\"");
    private static final Pattern LINE = Pattern.compile("\\{(?:\"next\":\"([^\"]*)\",)?(?:\"skus\":\\[[^]]*],)?"
            + "\"variant\":(.*)}|\\{\"changes\":\"([^\"]*)\"}");

    final TreeMap<String, String> records = new TreeMap<>();
    private final ApiHarness api;
    private final String path;
    private String cursor = "";

    /** @param path of the scope's variants */
    PartnerCopy(ApiHarness api, String path) {
        this.api = api;
        this.path = path;
    }

    /**
     * Reads one page of a snapshot; the first, if the previous one was the last. Returns whether it was the last.
     *
     * @param late whether it may be refused because a product has yet to arrive
     */
    boolean snapshotPage(int limit, boolean late) {
        beginIfNew();
        ApiAnswer answer = api.get(path + "?limit=" + limit + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
        if (late && answer.status() == 503) {
            return false;
        }
        ok(answer);
        variants(answer).forEach(this::keep);
        JsonNode page = answer.json();
        assertThat(page.has("next")).isNotEqualTo(page.has("changes"));
        cursor = page.path(page.has("next") ? "next" : "changes").asText();
        return page.has("changes");
    }

    /** Reads a stream that breaks off after this many lines. Returns whether it was read to its end. */
    boolean stream(int limit, int lines) {
        beginIfNew();
        ApiAnswer answer =
                ok(api.call(api.request(path + "?limit=" + limit + (cursor.isEmpty() ? "" : "&cursor=" + cursor))
                        .header("Authorization", ApiHarness.bearer(api.now))
                        .header("Accept", "application/x-ndjson")));
        assertThat(answer.header("Content-Type")).startsWith("application/x-ndjson");
        int read = 0;
        for (String line : answer.body().split("\n", -1)) {
            if (line.isEmpty() || read++ == lines) {
                return false;
            }
            Matcher parts = LINE.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            if (parts.group(3) != null) {
                cursor = parts.group(3);
                return true;
            }
            keep(parts.group(2));
            cursor = parts.group(1) == null ? cursor : parts.group(1);
        }
        throw new AssertionError("no end: " + answer.body());
    }

    /** Reads a page of changes. Returns whether there is more. */
    boolean follow(int limit) {
        return take(ok(changes(limit, 0)));
    }

    /** The same, while products have yet to arrive: going through everything may be refused then. */
    void followLate(int limit) {
        ApiAnswer answer = changes(limit, 0);
        if (answer.status() != 503) {
            take(ok(answer));
        }
    }

    ApiAnswer changes(int limit, int wait) {
        return api.get(path + "/changes?limit=" + limit + "&wait=" + wait + "&since=" + cursor);
    }

    boolean take(ApiAnswer answer) {
        variants(answer).forEach(this::keep);
        answer.json()
                .path("removed")
                .forEach(each -> records.remove(each.path("barcode").asText()));
        cursor = answer.json().path("next").asText();
        return answer.json().path("more").asBoolean();
    }

    /** What was read from an abandoned snapshot may no longer exist. */
    private void beginIfNew() {
        if (cursor.isEmpty()) {
            records.clear();
        }
    }

    /** Forgets everything, to start over. */
    void clear() {
        records.clear();
        cursor = "";
    }

    String cursor() {
        return cursor;
    }

    private void keep(String record) {
        Matcher barcode = BARCODE.matcher(record);
        assertThat(barcode.find()).isTrue();
        records.put(barcode.group(1), record);
    }

    /** Like {@link #snapshotPage(int, boolean)}, while all is there. */
    boolean snapshotPage(int limit) {
        return snapshotPage(limit, false);
    }

    private static ApiAnswer ok(ApiAnswer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    /** The elements of the array "variants", byte for byte. */
    static List<String> variants(ApiAnswer answer) {
        byte[] document = answer.body().getBytes(StandardCharsets.UTF_8);
        List<String> objects = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(document)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_ARRAY && "variants".equals(parser.currentName())) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        int start = (int) parser.currentTokenLocation().getByteOffset();
                        parser.skipChildren();
                        int end = (int) parser.currentLocation().getByteOffset();
                        objects.add(new String(Arrays.copyOfRange(document, start, end), StandardCharsets.UTF_8));
                    }
                    return objects;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return objects;
    }
}
