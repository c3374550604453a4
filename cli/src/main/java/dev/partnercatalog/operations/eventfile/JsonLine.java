package dev.partnercatalog.operations.eventfile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.plain.FieldFaults;
import dev.partnercatalog.schemas.plain.FieldPath;
import dev.partnercatalog.schemas.plain.JsonValues;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads a line as exactly one JSON object. Inputs that JSON parsers commonly accept,
 * and lose data by, are faults here: a field given twice, text after the object, bytes that are not UTF-8.
 */
final class JsonLine {

    private static final ObjectMapper MAPPER = JsonValues.strictMapper();

    /** What to do about other encodings. */
    static final String TO_UTF_8 =
            "save the file as UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8 FILE, if that is its encoding";

    private JsonLine() {}

    /** Returns the line's object; null if it isn't one, with the reason in {@code faults}. */
    static @Nullable ObjectNode object(LineReader.RawLine line, FieldFaults faults) {
        ByteBuffer bytes = ByteBuffer.wrap(line.bytes());
        CharBuffer text;
        try {
            // Jackson's own decoder accepts overlong forms and encoded surrogates; the JDK's doesn't.
            text = StandardCharsets.UTF_8.newDecoder().decode(bytes);
        } catch (CharacterCodingException e) {
            faults.add(FieldPath.ROOT, "is not UTF-8 from byte " + (bytes.position() + 1) + " on: " + TO_UTF_8);
            return null;
        }
        return parse(text, faults);
    }

    /** Whether the text begins a JSON value and ends within it. */
    static boolean endsTooEarly(String text) {
        try (JsonParser parser = MAPPER.getFactory().createParser(text)) {
            JsonToken token = parser.nextToken();
            while (token != null) {
                token = parser.nextToken();
            }
            return false;
        } catch (JsonProcessingException e) {
            return isEarlyEnd(e);
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }

    private static boolean isEarlyEnd(JsonProcessingException e) {
        return e instanceof JsonEOFException || e.getOriginalMessage().startsWith("Unexpected end-of-input");
    }

    private static @Nullable ObjectNode parse(CharBuffer text, FieldFaults faults) {
        int start = text.arrayOffset() + text.position();
        try (JsonParser parser = MAPPER.getFactory().createParser(text.array(), start, text.remaining())) {
            try {
                JsonNode node = MAPPER.readTree(parser);
                if (!(node instanceof ObjectNode object)) {
                    faults.add(FieldPath.ROOT, "must be an object, but is " + JsonValues.describe(node));
                    return null;
                }
                if (parser.nextToken() != null) {
                    faults.add(FieldPath.ROOT, "has more than one value: " + OtherForm.JOIN);
                    return null;
                }
                return object;
            } catch (JsonProcessingException e) {
                explain(e, parser, faults);
                return null;
            }
        } catch (IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
    }

    private static void explain(JsonProcessingException e, JsonParser parser, FieldFaults faults) {
        if (isEarlyEnd(e)) {
            faults.add(FieldPath.ROOT, "is not JSON: it ends too early");
            return;
        }
        if (e.getOriginalMessage().startsWith("Duplicate")) {
            faults.add(FieldPath.of(parser.getParsingContext()), "is given more than once");
            return;
        }
        // If the text breaks off, the parser may still be at the field before it: the column says it better.
        long column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
        faults.add(
                FieldPath.ROOT,
                "is not JSON" + (column > 0 ? " at column " + column : "") + ": " + JsonValues.firstLine(e));
    }
}
