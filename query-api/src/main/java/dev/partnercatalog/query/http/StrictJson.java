package dev.partnercatalog.query.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Reads a request's body as one JSON object and nothing besides: UTF-8 only, no field twice, bounded depth, nothing
 * after the end. Whether the fields are right is for the operation to say.
 */
public final class StrictJson {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_NUMBER_LENGTH = 100;

    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxNumberLength(MAX_NUMBER_LENGTH)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .readerFor(JsonNode.class);

    private StrictJson() {}

    /** Throws {@link HttpProblem} where the bytes are anything but one well-formed JSON object. */
    public static ObjectNode object(byte[] body) {
        JsonNode node = parse(text(body));
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw HttpProblem.invalid("body", "expected a JSON object");
    }

    private static String text(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw HttpProblem.invalid("body", "not valid UTF-8");
        }
    }

    private static JsonNode parse(String text) {
        if (text.isBlank()) {
            throw HttpProblem.invalid("body", "expected a JSON object, got nothing");
        }
        try {
            return READER.readTree(text);
        } catch (StreamConstraintsException e) {
            throw HttpProblem.invalid(
                    "body", "nested deeper than " + MAX_DEPTH + " levels, or a name or number too long" + place(e));
        } catch (JsonProcessingException e) {
            throw HttpProblem.invalid("body", "not well-formed JSON" + place(e) + ": " + e.getOriginalMessage());
        }
    }

    private static String place(JacksonException e) {
        var location = e.getLocation();
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
