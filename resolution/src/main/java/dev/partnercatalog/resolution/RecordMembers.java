package dev.partnercatalog.resolution;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the members of a record written by {@link VariantImage} or {@link PartnerView}. One pass over the bytes finds
 * where each begins and ends, without decoding anything. It relies on the form of these records: a single object
 * without white space, with its keys in alphabetical order.
 */
public final class RecordMembers {

    private static final int IDENTIFYING = -1;
    private static final List<Member> KNOWN = known();
    private static final String CATALOG_SOURCE = "catalogSource";

    /** Receives each field that a record contains, in alphabetical order. */
    @FunctionalInterface
    public interface Visitor {

        /**
         * Called for a field whose name and value are in the record from {@code start} (inclusive) to {@code end}
         * (exclusive).
         *
         * @param number of the field in {@link RecordFields}
         */
        void visit(int number, int start, int end);
    }

    /**
     * A member that a record can have.
     *
     * @param text its name
     * @param name as written in the record, with its quotation marks
     * @param number of the field; {@link #IDENTIFYING} for members that every record contains
     */
    @SuppressWarnings("ArrayRecordComponent") // bytes to be compared with a record's, not with another member's
    private record Member(String text, byte[] name, int number) {

        static Member of(String text, int number) {
            return new Member(text, ('"' + text + '"').getBytes(StandardCharsets.US_ASCII), number);
        }

        boolean isAt(byte[] record, int at, int end) {
            return end - at == name.length && Arrays.equals(record, at, end, name, 0, name.length);
        }
    }

    private static List<Member> known() {
        List<Member> known = new ArrayList<>();
        IntStream.range(0, RecordFields.count())
                .forEach(number -> known.add(Member.of(RecordFields.name(number), number)));
        RecordFields.IDS.forEach(name -> known.add(Member.of(name, IDENTIFYING)));
        known.sort(Comparator.comparing(Member::text));
        return List.copyOf(known);
    }

    private RecordMembers() {}

    /**
     * The record with the given fields only. If {@code catalogSource} is among them, it is reduced to the sources of
     * the given fields. If every field is given, the record itself is returned.
     */
    public static byte[] select(byte[] record, RecordFields fields) {
        if (fields.isAll()) {
            return record;
        }
        Selection selection = new Selection(record, fields);
        walk(record, 0, selection::add);
        return selection.end();
    }

    /** Visits every field that the record contains. */
    public static void forEach(byte[] record, Visitor visitor) {
        walk(record, 0, (member, start, end) -> {
            if (member.number() != IDENTIFYING) {
                visitor.visit(member.number(), start, end);
            }
        });
    }

    /** The fields that the record contains. */
    public static RecordFields fields(byte[] record) {
        long[] bits = {0};
        forEach(record, (number, start, end) -> bits[0] |= 1L << number);
        return new RecordFields(bits[0]);
    }

    @FunctionalInterface
    private interface Found {
        void found(Member member, int start, int end);
    }

    /** Copies the selected members. */
    private static final class Selection {

        private final byte[] record;
        private final RecordFields fields;
        private final byte[] selected;
        private int length;

        Selection(byte[] record, RecordFields fields) {
            this.record = record;
            this.fields = fields;
            this.selected = new byte[record.length];
            put('{');
        }

        void add(Member member, int start, int end) {
            if (member.number() == IDENTIFYING) {
                copy(start, end);
            } else if (fields.has(member.number())) {
                if (member.text().equals(CATALOG_SOURCE)) {
                    addSources(start);
                } else {
                    copy(start, end);
                }
            }
        }

        private void addSources(int start) {
            separate();
            int value = start + CATALOG_SOURCE.length() + "\"\":".length();
            put(start, value);
            put('{');
            walk(record, value, (source, from, to) -> {
                if (fields.has(source.number())) {
                    copy(from, to);
                }
            });
            put('}');
        }

        private void copy(int start, int end) {
            separate();
            put(start, end);
        }

        private void separate() {
            if (selected[length - 1] != '{') {
                put(',');
            }
        }

        private void put(char one) {
            selected[length++] = (byte) one;
        }

        private void put(int start, int end) {
            System.arraycopy(record, start, selected, length, end - start);
            length += end - start;
        }

        byte[] end() {
            put('}');
            return Arrays.copyOf(selected, length);
        }
    }

    /** Walks once over the members of the object that begins at {@code object}. */
    private static void walk(byte[] record, int object, Found found) {
        int next = 0;
        for (int at = object + 1; record[at] != '}'; ) {
            int colon = endOfText(record, at);
            while (next < KNOWN.size() && !KNOWN.get(next).isAt(record, at, colon)) {
                next++;
            }
            if (next == KNOWN.size()) {
                throw new IllegalArgumentException("a record can't have the member "
                        + new String(record, at, colon - at, StandardCharsets.UTF_8) + " here");
            }
            int end = endOfValue(record, colon + 1);
            found.found(KNOWN.get(next), at, end);
            at = record[end] == ',' ? end + 1 : end;
        }
    }

    private static int endOfValue(byte[] record, int start) {
        int at = start;
        int depth = 0;
        do {
            switch (record[at]) {
                case '"' -> at = endOfText(record, at);
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> at++;
            }
        } while (depth > 0 || (record[at] != ',' && record[at] != '}'));
        return at;
    }

    private static int endOfText(byte[] record, int start) {
        int at = start + 1;
        while (record[at] != '"') {
            at += record[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }
}
