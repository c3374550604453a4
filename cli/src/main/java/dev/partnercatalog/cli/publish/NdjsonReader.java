package dev.partnercatalog.cli.publish;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.conversion.ByteOrderMark;
import dev.partnercatalog.schemas.conversion.EventConversion;
import dev.partnercatalog.schemas.conversion.FieldFaults;
import dev.partnercatalog.schemas.conversion.JsonValues;
import dev.partnercatalog.schemas.event.PartnerSize;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one input topic, one JSON object per line (the input contract, "As NDJSON"): the value's fields
 * by name; an omitted field takes its default, nothing is coerced, and a field that the record doesn't have is a fault.
 * {@code {"$delete": {…}}} contains the key's fields and deletes a record.
 *
 * <p>One line is held in memory at a time. Not thread-safe; the caller closes the stream.
 */
public final class NdjsonReader implements Line.Reader {

    /** In bytes. A longer line is a fault: no event has more than a partner's configuration may have. */
    static final int LONGEST_LINE = PartnerSize.MOST_JSON_BYTES;

    private static final ObjectMapper MAPPER = JsonValues.strictMapper();
    private static final int BUFFER = 1 << 16;

    private final EventConversion conversion;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int end;
    private long number;

    /** Throws {@link IllegalArgumentException} if {@code topic} is not an input topic. */
    public NdjsonReader(CatalogTopic topic, InputStream in) {
        this.conversion = new EventConversion(topic);
        this.in = in;
    }

    /** Returns the next line that isn't blank; null at the end. */
    @Override
    public @Nullable Line next() throws IOException {
        while (position < end || fill()) {
            number++;
            ByteBuffer bytes = ByteBuffer.wrap(line());
            if (bytes.remaining() > LONGEST_LINE) {
                return Line.Faulty.of(number, "is longer than " + LONGEST_LINE + " bytes");
            }
            try {
                // Jackson's own decoder accepts overlong forms and encoded surrogates; the JDK's doesn't.
                // Each line, because files that were joined have a mark in their midst.
                String text = ByteOrderMark.skip(
                        StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
                if (!text.isBlank()) {
                    FieldFaults faults = new FieldFaults();
                    ObjectNode object = object(text, faults);
                    return Line.of(number, object == null ? null : conversion.event(object, faults), faults);
                }
            } catch (CharacterCodingException e) {
                return Line.Faulty.of(
                        number, "is not UTF-8 from byte " + (bytes.position() + 1) + " on: save the file as UTF-8");
            }
        }
        return null;
    }

    private static @Nullable ObjectNode object(String text, FieldFaults faults) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node instanceof ObjectNode object) {
                return object;
            }
            faults.add("must be an object, but is " + JsonValues.describe(node));
        } catch (JsonProcessingException e) {
            if (e.getOriginalMessage().startsWith("Duplicate") && e.getProcessor() instanceof JsonParser parser) {
                faults.at(parser.getParsingContext()).add("is given more than once");
            } else {
                long column = e.getLocation() == null ? 1 : e.getLocation().getColumnNr();
                faults.add(
                        "is not JSON at column " + column + ": an event is one whole JSON object on a line of its own");
            }
        }
        return null;
    }

    /** Returns the bytes up to the next line feed, which is passed over; of a line that is too long, a few too many. */
    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        do {
            int start = position;
            while (position < end && buffer[position] != '\n') {
                position++;
            }
            line.write(buffer, start, Math.min(position - start, LONGEST_LINE + 1 - line.size()));
        } while (position == end && fill());
        position++;
        return line.toByteArray();
    }

    private boolean fill() throws IOException {
        position = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }
}
