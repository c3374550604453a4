package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Passes on those members of a record that its reader has chosen. The record comes in order, partly from the text of a
 * {@link VariantImage} and partly from what replaces it. For one record; not thread-safe.
 *
 * <p>The text consists of places, the same for every record: its opening brace, a place for each member that a record
 * can have, in order, and its closing brace. In the place of {@code catalogSource} are one for the beginning of that
 * member, one for each entry that it can have, and one for its closing brace. A member includes the comma before it.
 * The place of a member that the record lacks is empty.
 */
final class ChosenText implements ByteSink {

    /** The place of the opening brace, which every reader gets. */
    static final int ALWAYS = 0;

    private static final String CATALOG_SOURCE = "catalogSource";
    private static final Map<VariantField, Integer> FIELDS = new EnumMap<>(VariantField.class);
    private static final Map<VariantField, Integer> SOURCES = new EnumMap<>(VariantField.class);

    /** Where {@code catalogSource} begins. */
    static final int SOURCES_OPEN;

    /** The closing brace of {@code catalogSource}. */
    static final int SOURCES_CLOSE;

    /** The number of places. */
    static final int COUNT;

    static {
        Map<String, VariantField> fields =
                VariantField.all().stream().collect(Collectors.toMap(VariantField::jsonName, Function.identity()));
        TreeSet<String> members = Stream.concat(
                        fields.keySet().stream(), Stream.concat(RecordFields.IDS.stream(), Stream.of(CATALOG_SOURCE)))
                .collect(Collectors.toCollection(TreeSet::new));
        int next = ALWAYS + 1;
        int sourcesOpen = 0;
        int sourcesClose = 0;
        for (String member : members) {
            VariantField field = fields.get(member);
            if (field != null) {
                FIELDS.put(field, next);
            } else if (member.equals(CATALOG_SOURCE)) {
                sourcesOpen = next;
                for (VariantField source : VariantField.all()) {
                    SOURCES.put(source, ++next);
                }
                sourcesClose = ++next;
            }
            next++;
        }
        SOURCES_OPEN = sourcesOpen;
        SOURCES_CLOSE = sourcesClose;
        COUNT = next + 1;
    }

    /**
     * Which places a reader gets. Immutable.
     *
     * @param kept by place
     * @param runs pairs: the first place of a row of kept ones, and the first place after them
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
    record Choice(boolean[] kept, int[] runs) {

        /** The places of a reader who has chosen these fields. */
        static Choice of(RecordFields fields) {
            boolean[] kept = new boolean[COUNT];
            for (int place = 0; place < COUNT; place++) {
                kept[place] = true;
            }
            boolean hasSources = fields.has(CATALOG_SOURCE);
            kept[SOURCES_OPEN] = hasSources;
            kept[SOURCES_CLOSE] = hasSources;
            for (VariantField field : VariantField.all()) {
                boolean has = fields.has(field.jsonName());
                kept[memberPlace(field)] = has;
                kept[sourcePlace(field)] = has && hasSources;
            }
            return new Choice(kept, runs(kept));
        }

        private static int[] runs(boolean[] kept) {
            List<Integer> runs = new ArrayList<>();
            for (int place = 0; place <= COUNT; place++) {
                boolean before = place > 0 && kept[place - 1];
                if (before != (place < COUNT && kept[place])) {
                    runs.add(place);
                }
            }
            return runs.stream().mapToInt(Integer::intValue).toArray();
        }

        boolean keeps(int place) {
            return kept[place];
        }
    }

    /** The place of a field's member. */
    static int memberPlace(VariantField field) {
        return requireNonNull(FIELDS.get(field));
    }

    /** The place of a field's entry in {@code catalogSource}. */
    static int sourcePlace(VariantField field) {
        return requireNonNull(SOURCES.get(field));
    }

    /** Returns where a place begins in the bytes. */
    @FunctionalInterface
    interface Places {
        int start(int place);
    }

    private final byte[] bytes;
    private final Places places;
    private final int[] runs;
    private final ByteSink sink;
    private int run;
    private boolean opened;

    ChosenText(byte[] bytes, Places places, Choice choice, ByteSink sink) {
        this.bytes = bytes;
        this.places = places;
        this.runs = choice.runs();
        this.sink = sink;
    }

    /** Passes on what is chosen of the text between two points in the bytes; never before where the last one ended. */
    void text(int from, int to) {
        for (; run < runs.length; run += 2) {
            int start = Math.max(from, places.start(runs[run]));
            int end = places.start(runs[run + 1]);
            if (start < Math.min(end, to)) {
                write(bytes, start, Math.min(end, to) - start);
            }
            if (end > to) {
                return;
            }
        }
    }

    /** Each member but an object's first is preceded by a comma. If that first one isn't chosen, another one is first. */
    @Override
    public void write(byte[] source, int offset, int length) {
        if (length == 0) {
            return;
        }
        int comma = opened && source[offset] == ',' ? 1 : 0;
        sink.write(source, offset + comma, length - comma);
        opened = source[offset + length - 1] == '{';
    }
}
