package dev.partnercatalog.runtime.fetch;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * How a record that was too large to be read is told from others: it has its offset, time and, if that is small, its
 * key. Its value is empty, which no record's form allows, and a header says what was wrong.
 */
public final class OversizedRecord {

    /** The header's name. A publisher that sets it itself has its record set aside, and nobody else's. */
    static final String HEADER = "catalog-oversized";

    private OversizedRecord() {}

    /** What was wrong, as a sentence; null if the record was read as it came. */
    public static @Nullable String problem(Headers headers) {
        Header header = headers.lastHeader(HEADER);
        return header == null ? null : text(header);
    }

    static Header header(String problem) {
        return new RecordHeader(HEADER, problem.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Header header) {
        byte[] value = header.value();
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }
}
