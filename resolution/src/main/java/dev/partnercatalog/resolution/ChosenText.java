package dev.partnercatalog.resolution;

import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * Passes on those members of a record that its reader has chosen. The record comes in order of its places, partly from
 * the text of a {@link VariantImage} and partly from what replaces it. For one record; not thread-safe.
 *
 * <p>The image says of what the text consists: a row of parts, each with a tag of one byte that says which choices keep
 * it, and its length, seven bits a byte, the lowest first, all but the last with the highest bit set.
 */
final class ChosenText implements ByteSink {

    /** The tag of what every record contains. */
    static final int ALWAYS = 0x7f;

    /** Added to the tag of a field for its entry in {@code catalogSource}. */
    private static final int SOURCE = 0x40;

    private static final int CATALOG_SOURCE = RecordFields.number("catalogSource");

    private final byte[] bytes;
    private final boolean[] chosen;
    private final ByteSink sink;
    private int part;
    private int partEnd;
    private boolean kept;
    private boolean opened;

    /**
     * @param parts where the parts begin in the bytes
     * @param text where the text begins in the bytes
     * @param chosen see {@link #chosen(RecordFields)}
     */
    ChosenText(byte[] bytes, int parts, int text, boolean[] chosen, ByteSink sink) {
        this.bytes = bytes;
        this.part = parts;
        this.partEnd = text;
        this.chosen = chosen;
        this.sink = sink;
    }

    static int tag(VariantField field) {
        return RecordFields.number(field.jsonName());
    }

    static int sourceTag(VariantField field) {
        return tag(field) + SOURCE;
    }

    /** By tag, whether a reader that has chosen these fields gets what has the tag. */
    static boolean[] chosen(RecordFields fields) {
        boolean[] chosen = new boolean[ALWAYS + 1];
        for (int tag = 0; tag < SOURCE; tag++) {
            chosen[tag] = fields.has(tag);
            chosen[tag + SOURCE] = fields.has(tag) && fields.has(CATALOG_SOURCE);
        }
        chosen[ALWAYS] = true;
        return chosen;
    }

    /** Whether the reader gets what has this tag. */
    boolean keeps(int tag) {
        return chosen[tag];
    }

    /** Passes on what is chosen of the text between two places in the bytes, which begins where the last one ended. */
    void text(int from, int to) {
        int written = from;
        for (int at = from; at < to; at = Math.min(partEnd, to)) {
            boolean before = kept;
            while (partEnd <= at) {
                nextPart();
            }
            if (kept != before) {
                if (before) {
                    write(bytes, written, at - written);
                }
                written = at;
            }
        }
        if (kept) {
            write(bytes, written, to - written);
        }
    }

    private void nextPart() {
        kept = chosen[bytes[part++]];
        int shift = 0;
        do {
            partEnd += (bytes[part] & 0x7f) << shift;
            shift += 7;
        } while (bytes[part++] < 0);
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

    /**
     * The parts of a text.
     *
     * @param members in order
     * @param catalogSource the range of that member, which contains its entries
     * @param length of the text
     */
    static byte[] parts(List<ImageTrace.Member> members, ImageTrace.TextRange catalogSource, int length) {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        int end = 0;
        for (ImageTrace.Member member : members) {
            between(parts, end, member.range().start(), catalogSource);
            part(parts, member.tag(), member.range().length());
            end = member.range().end();
        }
        between(parts, end, length, catalogSource);
        return parts.toByteArray();
    }

    /** What is between two members: ids, braces, and the beginning and end of {@code catalogSource}. */
    private static void between(ByteArrayOutputStream parts, int from, int to, ImageTrace.TextRange catalogSource) {
        int start = Math.min(to, Math.max(from, catalogSource.start()));
        int end = Math.min(to, Math.max(from, catalogSource.end()));
        part(parts, ALWAYS, start - from);
        part(parts, CATALOG_SOURCE, end - start);
        part(parts, ALWAYS, to - end);
    }

    private static void part(ByteArrayOutputStream parts, int tag, int length) {
        if (length > 0) {
            parts.write(tag);
            int rest = length;
            for (; rest > 0x7f; rest >>>= 7) {
                parts.write(rest | 0x80);
            }
            parts.write(rest);
        }
    }
}
