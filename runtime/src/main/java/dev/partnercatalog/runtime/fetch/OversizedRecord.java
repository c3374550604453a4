package dev.partnercatalog.runtime.fetch;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer receives in place of a record that was too large to read: the same offset, time and, if it is small,
 * key. The value is empty, which is never valid, and headers state the problem.
 *
 * @param problem as a sentence
 * @param valueBytes the size of the record's value
 */
public record OversizedRecord(String problem, long valueBytes) {

    /** A publisher that sets these headers itself only gets its own record set aside. */
    private static final String PROBLEM = "catalog-oversized";

    private static final String BYTES = "catalog-oversized-bytes";

    /** What the headers say; empty if the record was read unchanged. */
    public static Optional<OversizedRecord> of(Headers headers) {
        String problem = text(headers.lastHeader(PROBLEM));
        String bytes = text(headers.lastHeader(BYTES));
        return problem == null || bytes == null || !bytes.matches("\\d{1,18}")
                ? Optional.empty()
                : Optional.of(new OversizedRecord(problem, Long.parseLong(bytes)));
    }

    Header[] headers() {
        return new Header[] {header(PROBLEM, problem), header(BYTES, Long.toString(valueBytes))};
    }

    private static Header header(String name, String text) {
        return new RecordHeader(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String text(@Nullable Header header) {
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
