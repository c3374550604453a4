package dev.partnercatalog.cli.publish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.schemas.conversion.EventConversion;
import dev.partnercatalog.schemas.conversion.FieldColumn;
import dev.partnercatalog.schemas.conversion.FieldFaults;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one input topic from a table (RFC 4180, UTF-8) with commas, semicolons or tabs between the
 * columns, whichever is first in the header. The header contains the names of the fields; a nested field is written
 * like {@code thc.avg}. A cell has the form of its field's type, or is JSON if that is a list, a map or a record. An
 * empty cell omits its field. A row with {@code true} in the column {@code $delete} deletes a record.
 *
 * <p>One row is held in memory at a time. Not thread-safe; the caller closes the stream.
 */
final class CsvReader implements Line.Reader {

    /** Appended to the file: if it is read as part of something else, a quote was never closed. */
    private static final String END = "\u0004 end of the file";

    private static final String SEPARATORS = ",;\t";

    /** A header has at most some hundred names. */
    private static final int LONGEST_HEADER = 1 << 16;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** What the JDK puts in place of bytes that aren't UTF-8. */
    private static final char DAMAGED = '\uFFFD';

    private final EventConversion conversion;
    private final BufferedReader text;
    private final List<FieldColumn> columns = new ArrayList<>();
    private @Nullable Iterator<CsvRecord> rows;
    private List<String> names = List.of();
    private int deletion = -1;
    private long line;
    private boolean ended;

    /** Throws {@link IllegalArgumentException} if {@code topic} is not an input topic. */
    CsvReader(CatalogTopic topic, InputStream in) {
        conversion = new EventConversion(topic);
        InputStream end = new ByteArrayInputStream(("\n" + END).getBytes(StandardCharsets.UTF_8));
        text = new BufferedReader(new InputStreamReader(new SequenceInputStream(in, end), StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable Line next() throws IOException {
        try {
            if (rows == null) {
                rows = rows(separator());
                CsvRecord header = row(rows);
                FieldFaults faults = header == null ? new FieldFaults() : readHeader(header);
                if (!faults.isEmpty()) {
                    ended = true;
                    return new Line.Faulty(line, faults.list());
                }
            }
            CsvRecord row = row(rows);
            return row == null ? null : read(row);
        } catch (CsvParseException e) {
            ended = true;
            return Line.Faulty.of(
                    line + 1,
                    "or one soon after it is not valid CSV: a quote is misplaced or never closed, or the row is longer than "
                            + NdjsonReader.LONGEST_LINE + " characters. The rest of the file is not read");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private char separator() throws IOException {
        text.mark(LONGEST_HEADER);
        if (text.read() == BYTE_ORDER_MARK) {
            text.mark(LONGEST_HEADER);
        } else {
            text.reset();
        }
        String header = String.valueOf(text.readLine());
        text.reset();
        return (char) header.chars()
                .filter(c -> SEPARATORS.indexOf(c) >= 0)
                .findFirst()
                .orElse(',');
    }

    @SuppressWarnings("MustBeClosedChecker") // the caller closes the stream
    private Iterator<CsvRecord> rows(char separator) {
        return de.siegmar.fastcsv.reader.CsvReader.builder()
                .fieldSeparator(separator)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .allowExtraCharsAfterClosingQuote(false)
                .maxBufferSize(NdjsonReader.LONGEST_LINE)
                .ofCsvRecord(text)
                .iterator();
    }

    /** Returns the next row; null at the end. */
    private @Nullable CsvRecord row(Iterator<CsvRecord> rows) {
        if (ended) {
            return null;
        }
        CsvRecord row = rows.next();
        ended = row.getField(row.getFieldCount() - 1).endsWith(END);
        if (ended && !row.getField(0).equals(END)) {
            line = row.getStartingLineNumber() - 1;
            throw new CsvParseException("a quote is never closed");
        }
        line = row.getStartingLineNumber();
        return ended ? null : row;
    }

    /** A fault in a column affects the whole table, because no row is intact then. */
    private FieldFaults readHeader(CsvRecord header) {
        names = header.getFields();
        FieldFaults faults = new FieldFaults();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            FieldColumn field = FieldColumn.of(name, conversion.schema());
            FieldColumn column = field == null ? new FieldColumn(List.of(name), conversion.schema()) : field;
            deletion = name.equals(EventConversion.DELETE) ? i : deletion;
            if (field == null && deletion != i) {
                column.at(faults).add(conversion.schema().getName() + " has no such field");
            } else if (columns.stream().anyMatch(column::overlaps)) {
                faults.field(name).add("is also in another column");
            }
            columns.add(column);
        }
        return faults;
    }

    private Line read(CsvRecord row) {
        FieldFaults faults = new FieldFaults();
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        boolean deletes = false;
        if (row.getFieldCount() != names.size()) {
            faults.add("has " + CommandOutput.count(row.getFieldCount(), "cell") + ", but the header has "
                    + CommandOutput.count(names.size(), "column"));
            return Line.of(line, null, faults);
        }
        for (int i = 0; i < names.size(); i++) {
            String cell = row.getField(i);
            FieldColumn column = columns.get(i);
            if (cell.indexOf(DAMAGED) >= 0) {
                column.at(faults).add("is not UTF-8: save the file as UTF-8");
            } else if (i == deletion) {
                deletes = Boolean.parseBoolean(cell);
                if (!cell.isEmpty() && !FieldColumn.isBoolean(cell)) {
                    column.at(faults).add("must be true, false or empty, but is the text " + Ids.quoted(cell));
                }
            } else if (!cell.isEmpty()) {
                column.put(cell, object, faults);
            }
        }
        if (!faults.isEmpty()) {
            return Line.of(line, null, faults);
        }
        ObjectNode event = deletes ? JsonNodeFactory.instance.objectNode().set(EventConversion.DELETE, object) : object;
        return Line.of(line, conversion.event(event, faults), faults);
    }
}
