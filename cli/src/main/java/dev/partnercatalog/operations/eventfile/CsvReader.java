package dev.partnercatalog.operations.eventfile;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.schemas.plain.EventConversion;
import dev.partnercatalog.schemas.plain.FieldColumn;
import dev.partnercatalog.schemas.plain.FieldFaults;
import dev.partnercatalog.schemas.plain.FieldPath;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one input topic from a table (RFC 4180, UTF-8). The first line contains the names of the fields;
 * a nested field is written like {@code thc.avg}. A cell has the form of its field's type, or is JSON if that is a
 * list, a map or a record. An empty cell omits its field, a row of empty cells is none, and a column without a name is
 * none if its cells are empty. A row with {@code true} in the column {@code $delete} deletes
 * a record.
 *
 * <p>One row is held in memory at a time. Not thread-safe; the caller closes the stream.
 */
public final class CsvReader implements EventLines {

    /** Appended to the file: if it is read as part of something else, a quote was never closed. */
    private static final String END = "\u0004 end of the file";

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Stands for bytes that aren't UTF-8: half a surrogate pair, which UTF-8 never contains. */
    private static final char DAMAGED = '\uDFFF';

    private final EventConversion conversion;
    private final BufferedReader text;
    private final Iterator<CsvRecord> rows;
    private final List<FieldColumn> columns = new ArrayList<>();
    private List<String> names = List.of();
    private int deletion = -1;
    private int width;
    private long line;
    private boolean ended;

    /** Throws {@link IllegalArgumentException} if {@code topic} is not an input topic. */
    @SuppressWarnings("MustBeClosedChecker") // the caller closes the stream
    public CsvReader(CatalogTopic topic, InputStream in) {
        conversion = new EventConversion(topic);
        text = new BufferedReader(new InputStreamReader(
                new SequenceInputStream(in, new ByteArrayInputStream(("\n" + END).getBytes(StandardCharsets.UTF_8))),
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE)
                        .replaceWith(String.valueOf(DAMAGED))));
        rows = de.siegmar.fastcsv.reader.CsvReader.builder()
                .allowExtraFields(true)
                .allowMissingFields(true)
                .allowExtraCharsAfterClosingQuote(false)
                .maxBufferSize(NdjsonReader.LONGEST_LINE)
                .ofCsvRecord(text)
                .iterator();
    }

    @Override
    public @Nullable Line next() throws IOException {
        try {
            if (columns.isEmpty() && !ended) {
                Line unusable = firstRow();
                if (unusable != null) {
                    ended = true;
                    return unusable;
                }
            }
            return ended ? null : nextRow(this::read);
        } catch (CsvParseException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            return last("is not valid CSV: " + reason.getMessage() + ". The rest of the file is not read");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private @Nullable Line firstRow() throws IOException {
        String problem = CsvStart.problem(text);
        return problem == null ? nextRow(this::readHeader) : last(problem + ". The rest of the file is not read");
    }

    private @Nullable Line nextRow(Function<CsvRecord, @Nullable Line> use) {
        CsvRecord row = rows.next();
        // Spreadsheets save rows that look used as nothing but commas.
        while (row.getFields().stream().allMatch(String::isEmpty)) {
            row = rows.next();
        }
        if (!row.getField(row.getFieldCount() - 1).endsWith(END)) {
            return use.apply(row);
        }
        ended = true;
        line = row.getStartingLineNumber() - 1;
        return row.getField(0).equals(END) ? null : last("has a quote that is never closed");
    }

    /** If quotes don't match, it is impossible to tell where the next row begins. */
    private Line last(String problem) {
        ended = true;
        return Line.Faulty.whole(line + 1, problem);
    }

    /** A fault in a column affects the whole table, because no row is intact then. */
    private @Nullable Line readHeader(CsvRecord header) {
        if (CsvStart.announcesCommas(header.getFields())) {
            return nextRow(this::readHeader);
        }
        line = header.getStartingLineNumber();
        names = header.getFields();
        width = names.size();
        FieldFaults faults = new FieldFaults();
        Set<String> earlier = new HashSet<>();
        for (int i = 0; i < width; i++) {
            String name = names.get(i);
            if (isDamaged(name)) {
                faults.add(FieldPath.ROOT, "is not UTF-8 in column " + (i + 1) + ": " + JsonLine.TO_UTF_8);
            } else if (name.isEmpty()) {
                columns.add(new FieldColumn(List.of(name), conversion.schema()));
            } else if (!earlier.add(name)) {
                faults.add(FieldPath.ROOT.field(name), "is the name of more than one column");
            } else if (name.equals(EventConversion.DELETE)) {
                deletion = i;
                columns.add(new FieldColumn(List.of(name), conversion.schema()));
            } else {
                addColumn(name, faults);
            }
        }
        return faults.isEmpty() ? null : new Line.Faulty(line, faults.list());
    }

    private void addColumn(String name, FieldFaults faults) {
        FieldColumn column = FieldColumn.of(name, conversion.schema());
        if (column == null) {
            faults.add(FieldPath.ROOT.field(name), () -> FieldColumn.unknown(name, conversion.schema()));
            return;
        }
        columns.stream()
                .filter(column::overlaps)
                .findFirst()
                .ifPresent(other -> faults.add(
                        FieldPath.ROOT.field(name), "is also in the column " + String.join(".", other.steps())));
        columns.add(column);
    }

    private Line read(CsvRecord row) {
        line = row.getStartingLineNumber();
        FieldFaults faults = new FieldFaults();
        Line event = read(row, faults);
        return event != null && faults.isEmpty() ? event : new Line.Faulty(line, faults.list());
    }

    private @Nullable Line read(CsvRecord row, FieldFaults faults) {
        if (repeatsHeader(row.getFields())) {
            faults.add(FieldPath.ROOT, "repeats the header: of files that are put together, only the first keeps it");
            return null;
        }
        if (row.getFieldCount() != width) {
            faults.add(
                    FieldPath.ROOT,
                    "has " + Quantity.of(row.getFieldCount(), "cell") + ", but the header has "
                            + Quantity.of(width, "column"));
            return null;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < width; i++) {
            if (isDamaged(row.getField(i))) {
                faults.add(columns.get(i).path(), "is not UTF-8: " + JsonLine.TO_UTF_8);
            } else if (names.get(i).isEmpty() && !row.getField(i).isEmpty()) {
                faults.add(
                        FieldPath.ROOT,
                        "has " + FieldPath.quote(row.getField(i)) + " in column " + (i + 1)
                                + ", which has no name in the header");
            } else if (i != deletion && !row.getField(i).isEmpty()) {
                columns.get(i).put(row.getField(i), object, faults);
            }
        }
        if (!faults.isEmpty()) {
            return null;
        }
        return Line.of(line, conversion.event(isDeletion(row, faults) ? deletionOf(object) : object, faults));
    }

    private boolean repeatsHeader(List<String> row) {
        String first = row.get(0);
        int start = first.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length() : 0;
        return first.substring(start).equals(names.get(0))
                && row.subList(1, row.size()).equals(names.subList(1, width));
    }

    private boolean isDeletion(CsvRecord row, FieldFaults faults) {
        String cell = deletion < 0 ? "" : row.getField(deletion);
        if (!cell.isEmpty() && !FieldColumn.isBoolean(cell)) {
            faults.add(
                    FieldPath.ROOT.field(EventConversion.DELETE),
                    "must be true, false or empty, but is the text " + FieldPath.quote(cell));
        }
        return Boolean.parseBoolean(cell);
    }

    private static boolean isDamaged(String cell) {
        int at = cell.indexOf(DAMAGED);
        while (at > 0 && Character.isHighSurrogate(cell.charAt(at - 1))) {
            at = cell.indexOf(DAMAGED, at + 1);
        }
        return at >= 0;
    }

    private static ObjectNode deletionOf(ObjectNode key) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.set(EventConversion.DELETE, key);
        return event;
    }
}
