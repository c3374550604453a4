package dev.partnercatalog.cli.publish;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.plain.EventConversion;
import dev.partnercatalog.schemas.plain.EventConversion.PlainEvent;
import dev.partnercatalog.schemas.plain.FieldColumn;
import dev.partnercatalog.schemas.plain.FieldFaults;
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
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one input topic from a table (RFC 4180, UTF-8) with commas, semicolons or tabs between the
 * columns, whichever is first in the header. The header contains the names of the fields; a nested field is written
 * like {@code thc.avg}. A cell has the form of its field's type, or is JSON if that is a list, a map or a record. An
 * empty cell omits its field, a row of empty cells is none, and a column without a name is none if its cells are empty.
 * A row with {@code true} in the column {@code $delete} deletes a record.
 *
 * <p>One row is held in memory at a time. Not thread-safe; the caller closes the stream.
 */
final class CsvReader implements Line.Reader {

    /** Appended to the file: if it is read as part of something else, a quote was never closed. */
    private static final String END = "\u0004 end of the file";

    /** A header has at most some hundred names. */
    private static final int LONGEST_HEADER = 1 << 14;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** What the JDK puts in place of bytes that aren't UTF-8. */
    private static final char DAMAGED = '\uFFFD';

    private static final Set<String> IDS = Set.of("barcode", "sku");
    private static final Pattern ROUNDED = Pattern.compile("[0-9]([.,][0-9]+)?[Ee]\\+[0-9]{1,3}");

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
        text.mark(1);
        if (text.read() != BYTE_ORDER_MARK) {
            text.reset();
        }
        text.mark(LONGEST_HEADER);
        char separator = 0;
        boolean quoted = false;
        int c = text.read();
        for (int i = 1; separator == 0 && c >= 0 && c != '\n' && c != '\r' && i < LONGEST_HEADER; i++) {
            quoted ^= c == '"';
            separator = !quoted && (c == ',' || c == ';' || c == '\t') ? (char) c : 0;
            c = text.read();
        }
        text.reset();
        return separator == 0 ? ',' : separator;
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

    /** Returns the next row that isn't empty, as spreadsheets save those that look used; null at the end. */
    private @Nullable CsvRecord row(Iterator<CsvRecord> rows) {
        if (ended) {
            return null;
        }
        CsvRecord row = rows.next();
        while (row.getFields().stream().allMatch(String::isEmpty)) {
            row = rows.next();
        }
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
        if (names.stream().allMatch(name -> FieldColumn.of(name, conversion.schema()) == null)) {
            faults.add("names no field of " + conversion.schema().getName() + ": the file is no table. It is not read");
            return faults;
        }
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            FieldColumn field = FieldColumn.of(name, conversion.schema());
            FieldColumn column = field == null ? new FieldColumn(List.of(name), conversion.schema()) : field;
            deletion = name.equals(EventConversion.DELETE) ? i : deletion;
            if (field == null && deletion != i && !name.isEmpty()) {
                column.at(faults).add(conversion.schema().getName() + " has no such field");
            } else if (!name.isEmpty() && columns.stream().anyMatch(column::overlaps)) {
                faults.field(name).add("is also in another column");
            }
            columns.add(column);
        }
        return faults;
    }

    private Line read(CsvRecord row) {
        FieldFaults faults = new FieldFaults();
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        if (row.getFields().equals(names)) {
            faults.add("repeats the header: of files that are put together, only the first keeps it");
        } else if (row.getFieldCount() != names.size()) {
            faults.add("has " + CommandOutput.count(row.getFieldCount(), "cell") + ", but the header has "
                    + CommandOutput.count(names.size(), "column"));
        } else {
            for (int i = 0; i < names.size(); i++) {
                if (!row.getField(i).isEmpty()) {
                    read(row.getField(i), i, object, faults);
                }
            }
        }
        PlainEvent event = faults.isEmpty() ? conversion.event(object(row, object), faults) : null;
        return Line.of(line, event, faults);
    }

    private void read(String cell, int index, ObjectNode object, FieldFaults faults) {
        FieldColumn column = columns.get(index);
        String name = names.get(index);
        if (cell.indexOf(DAMAGED) >= 0) {
            column.at(faults).add("is not UTF-8: save the file as UTF-8");
        } else if (name.isEmpty()) {
            faults.add("has " + Ids.quoted(cell) + " in column " + (index + 1) + ", which has no name in the header");
        } else if (index == deletion) {
            if (!FieldColumn.isBoolean(cell)) {
                column.at(faults).add("must be true, false or empty, but is the text " + Ids.quoted(cell));
            }
        } else if (IDS.contains(name) && ROUNDED.matcher(cell).matches()) {
            column.at(faults)
                    .add(Ids.quoted(cell)
                            + " is a number that a spreadsheet has rounded: format the column as text, enter it again,"
                            + " and export the table");
        } else {
            column.put(cell, object, faults);
        }
    }

    private ObjectNode object(CsvRecord row, ObjectNode fields) {
        boolean deletes = deletion >= 0 && Boolean.parseBoolean(row.getField(deletion));
        return deletes ? JsonNodeFactory.instance.objectNode().set(EventConversion.DELETE, fields) : fields;
    }
}
