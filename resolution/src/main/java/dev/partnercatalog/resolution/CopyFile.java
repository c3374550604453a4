package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a scope as a partner keeps it in a file: records in JSON, one after another or in an array, alone or as the lines or
 * pages of a snapshot contain them. They need not be in canonical form. The text is in UTF-8, or in UTF-16 if its mark is at the
 * beginning. However large the file is, it needs the memory of one
 * record.
 */
public final class CopyFile {

    private static final int MOST_DEPTH = 32;

    /** More than any record that the service sends. */
    private static final int MOST_RECORD_CHARACTERS = 4 << 20;

    private static final byte[] UTF_8_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private static final int MOST_NUMBER_CHARACTERS = 100;

    /** It keeps no names: a file may have any number of them. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_DEPTH)
                    .maxNumberLength(MOST_NUMBER_CHARACTERS)
                    .maxStringLength(MOST_RECORD_CHARACTERS)
                    .build())
            .build();

    /** The members in which a line or a page of a snapshot has its records. */
    private static final Set<String> RECORDS = Set.of("variant", "variants");

    /** The members that are not part of a record. */
    private static final Set<String> LEFT_OUT = Set.of("changedFields", "skus", "removed");

    private static final String BARCODE = "barcode";

    /** The file contains something else. The message says what, and where. */
    public static final class MalformedException extends Exception {

        private static final long serialVersionUID = 1;

        MalformedException(String problem, @Nullable JsonLocation place) {
            super(
                    place == null
                            ? problem
                            : problem + ", at line " + place.getLineNr() + ", column " + place.getColumnNr(),
                    null,
                    false,
                    false);
        }
    }

    private final CopyDigest digest = new CopyDigest();
    private final JsonParser json;

    private CopyFile(JsonParser json) {
        this.json = json;
    }

    /**
     * The digest of all records of a file.
     *
     * @throws IOException if the file can't be read to its end
     */
    public static CopyDigest digest(InputStream file) throws IOException, MalformedException {
        try (JsonParser json = JSON.createParser(text(file))) {
            CopyFile copy = new CopyFile(json);
            while (json.nextToken() != null) {
                copy.records();
            }
            return copy.digest;
        } catch (StreamConstraintsException e) {
            throw new MalformedException(
                    "a number or a text is too long, or there are more than " + MOST_DEPTH + " levels",
                    e.getLocation());
        } catch (JsonProcessingException e) {
            throw new MalformedException("this is not well-formed JSON", e.getLocation());
        } catch (CharacterCodingException e) {
            throw new MalformedException("this is not text in UTF-8", null);
        }
    }

    /** By itself, the parser replaces what isn't text. */
    private static Reader text(InputStream file) throws IOException {
        PushbackInputStream bytes = new PushbackInputStream(file, UTF_8_MARK.length);
        byte[] start = bytes.readNBytes(UTF_8_MARK.length);
        if (!Arrays.equals(start, UTF_8_MARK)) {
            bytes.unread(start);
        }
        int mark = start.length < 2 ? 0 : (start[0] & 0xff) << 8 | (start[1] & 0xff);
        boolean wide = mark == 0xfeff || mark == 0xfffe;
        return new InputStreamReader(bytes, (wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8).newDecoder());
    }

    /** Reads the value at which the parser is. */
    private void records() throws IOException, MalformedException {
        if (json.currentToken() == JsonToken.START_ARRAY) {
            while (json.nextToken() != JsonToken.END_ARRAY) {
                records();
            }
        } else if (json.currentToken() == JsonToken.START_OBJECT) {
            members();
        } else {
            throw malformed("expected records in JSON");
        }
    }

    /** Reads a record, or what contains some. */
    private void members() throws IOException, MalformedException {
        Map<String, @Nullable Object> record = new TreeMap<>();
        long begin = position();
        boolean contains = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            if (RECORDS.contains(name)) {
                contains = true;
                records();
            } else if (LEFT_OUT.contains(name)) {
                json.skipChildren();
            } else if (!contains) {
                put(record, name, begin);
            } else {
                json.skipChildren();
            }
        }
        if (!contains && record.get(BARCODE) instanceof String barcode) {
            digest.add(digest.range(barcode), digest.hash(JsonWriter.bytes(written -> write(written, record))));
        }
    }

    /** A value of a record that began at a position. */
    private @Nullable Object value(long begin) throws IOException, MalformedException {
        if (position() - begin > MOST_RECORD_CHARACTERS) {
            throw malformed("a record is larger than " + MOST_RECORD_CHARACTERS + " characters");
        }
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                // The order of RFC 8785: by UTF-16 code units.
                Map<String, @Nullable Object> members = new TreeMap<>();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    put(members, name, begin);
                }
                yield members;
            }
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(begin));
                }
                yield elements;
            }
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> number();
        };
    }

    private void put(Map<String, @Nullable Object> members, String name, long begin)
            throws IOException, MalformedException {
        if (members.containsKey(name)) {
            throw malformed("a member occurs twice");
        }
        members.put(name, value(begin));
    }

    private Double number() throws IOException, MalformedException {
        double number = json.getDoubleValue();
        if (!Double.isFinite(number)) {
            throw malformed("a number is too large");
        }
        return number;
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> members) {
            json.writeStartObject();
            for (Map.Entry<?, ?> member : members.entrySet()) {
                json.writeFieldName(String.valueOf(member.getKey()));
                write(json, member.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof List<?> elements) {
            json.writeStartArray();
            for (Object element : elements) {
                write(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Double number) {
            json.writeNumber(CanonicalNumber.of(number));
        } else if (value == null) {
            json.writeNull();
        } else {
            json.writeBoolean(Objects.equals(value, true));
        }
    }

    /** In characters. */
    private long position() {
        return json.currentLocation().getCharOffset();
    }

    private MalformedException malformed(String problem) {
        return new MalformedException(problem, json.currentTokenLocation());
    }
}
