package dev.partnercatalog.operations.eventfile;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.event.PartnerSize;
import dev.partnercatalog.schemas.plain.EventConversion;
import dev.partnercatalog.schemas.plain.FieldFaults;
import dev.partnercatalog.schemas.plain.FieldPath;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one input topic, one JSON object per line (the input contract, "As NDJSON"): the value's fields
 * by name; an omitted field takes its default, nothing is coerced, and a field that the record doesn't have is a fault.
 * {@code {"$delete": {…}}} contains the key's fields and deletes a record.
 *
 * <p>One line is held in memory at a time. Not thread-safe; the caller closes the stream.
 */
public final class NdjsonReader implements EventLines {

    /** A longer line is a fault: no event has more than a partner's configuration may have. */
    public static final int LONGEST_LINE = PartnerSize.MOST_JSON_BYTES;

    private final EventConversion conversion;
    private final LineReader lines;
    private boolean begun;
    private boolean ended;

    /** Throws {@link IllegalArgumentException} if {@code topic} is not an input topic. */
    public NdjsonReader(CatalogTopic topic, InputStream in) {
        this(topic, in, LONGEST_LINE);
    }

    NdjsonReader(CatalogTopic topic, InputStream in, int longestLine) {
        this.conversion = new EventConversion(topic);
        this.lines = new LineReader(in, longestLine);
    }

    /** Returns the next line that isn't blank; null at the end. */
    @Override
    public @Nullable Line next() throws IOException {
        if (ended) {
            return null;
        }
        LineReader.RawLine raw = lines.next();
        while (raw != null && raw.isBlank()) {
            raw = lines.next();
        }
        return raw == null ? null : read(raw);
    }

    private Line read(LineReader.RawLine raw) {
        FieldFaults faults = new FieldFaults();
        Line line = read(raw, faults);
        String other = line == null && !begun ? OtherForm.problem(raw) : null;
        begun = true;
        if (other != null) {
            ended = true;
            return Line.Faulty.whole(raw.number(), other + ". The rest of the file is not read");
        }
        return line != null ? line : new Line.Faulty(raw.number(), faults.list());
    }

    private @Nullable Line read(LineReader.RawLine raw, FieldFaults faults) {
        if (raw.tooLong()) {
            faults.add(
                    FieldPath.ROOT,
                    "is longer than " + lines.longest() + " bytes. If it is an array, " + OtherForm.SPLIT);
            return null;
        }
        ObjectNode object = JsonLine.object(raw, faults);
        return object == null ? null : Line.of(raw.number(), conversion.event(object, faults));
    }
}
