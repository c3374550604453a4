package dev.partnercatalog.runtime.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request's body as exactly one JSON object: UTF-8 only, no duplicate fields, limited depth, nothing before it
 * except a byte order mark, and nothing after its end. Whether the fields are valid is up to the operation.
 */
public final class StrictJson {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_NUMBER_LENGTH = 100;

    /** A tree takes up to a hundred bytes for each. A body that is large and in form has at least four bytes for each. */
    private static final int MAX_TOKENS = 4 << 20;

    /** For all large bodies that are read at a time: a tree may take thirty times their size. */
    static final int MOST_BYTES = 4 << 20;

    /** Smaller ones wait for nothing: a full batch of barcodes is one. */
    private static final int LARGE = 32 << 10;

    /** A byte order mark, which some programs write before a text in UTF-8. */
    private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Semaphore ROOM = new Semaphore(MOST_BYTES, true);

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(JsonFactory.Feature.CHARSET_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER_LENGTH)
                            .maxTokenCount(MAX_TOKENS)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private StrictJson() {}

    /**
     * Makes something of a body, by a reader that keeps nothing of the object and waits for nothing. Only a few large
     * ones are read at a time, because of the memory that they take; the others wait, and get a 503 if that takes long.
     */
    public static <T extends @Nullable Object> T read(byte[] body, Function<ObjectNode, T> reader) {
        if (body.length < LARGE) {
            return reader.apply(object(body));
        }
        int room = Math.min(body.length, MOST_BYTES);
        try {
            if (!ROOM.tryAcquire(room, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw HttpProblem.unavailable("Too many large requests are in progress.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw HttpProblem.unavailable("The service is stopping.");
        }
        try {
            return reader.apply(object(body));
        } finally {
            ROOM.release(room);
        }
    }

    /** Throws {@link HttpProblem} if the bytes, which are few, are anything but one well-formed JSON object. */
    public static ObjectNode object(byte[] body) {
        requireUtf8(body);
        JsonNode node = parse(body);
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw HttpProblem.invalid("body", "expected a JSON object");
    }

    private static void requireUtf8(byte[] body) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
        } catch (CharacterCodingException e) {
            throw HttpProblem.invalid("body", "not valid UTF-8");
        }
    }

    /** Parses bytes: the library's parser for text accepts wrong characters as hexadecimal digits. */
    private static @Nullable JsonNode parse(byte[] body) {
        int start = startsWithMark(body) ? MARK.length : 0;
        try (JsonParser parser = JSON.createParser(body, start, body.length - start)) {
            JsonNode node = JSON.readTree(parser);
            if (parser.nextToken() != null) {
                throw malformed("there is more text after the JSON object", parser.currentTokenLocation());
            }
            return node;
        } catch (JacksonException e) {
            throw malformed(problem(e), e.getLocation());
        } catch (NumberFormatException e) {
            // The library's own exception, for an exponent beyond its limits.
            throw HttpProblem.invalid("body", "a number is too large or too small");
        } catch (IOException e) {
            throw new UncheckedIOException("can't read from memory", e);
        }
    }

    private static boolean startsWithMark(byte... body) {
        return body.length >= MARK.length && Arrays.equals(body, 0, MARK.length, MARK, 0, MARK.length);
    }

    /** In our own words: the library's messages mention its settings. */
    private static String problem(JacksonException e) {
        if (e instanceof StreamConstraintsException) {
            return "nested deeper than " + MAX_DEPTH
                    + " levels, a name or number is too long, or there are too many values";
        }
        if (e instanceof JsonEOFException) {
            return "the JSON ends too early";
        }
        String message = e.getOriginalMessage();
        return message.startsWith("Duplicate") ? message : "not well-formed JSON";
    }

    private static HttpProblem malformed(String problem, @Nullable JsonLocation location) {
        return HttpProblem.invalid(
                "body",
                location == null
                        ? problem
                        : problem + ", at line " + location.getLineNr() + ", column " + location.getColumnNr());
    }
}
