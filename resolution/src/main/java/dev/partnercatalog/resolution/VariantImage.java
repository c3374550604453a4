package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.resolution.ScopeView.AssetChoice;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An entry as bytes that contain its JSON for every partner: created once when the entry is written, and spliced into responses
 * without decoding. {@link #writeTo} writes exactly the bytes that {@link PartnerView#json} returns for the entry.
 *
 * <pre>
 * version      byte
 * depends      byte   the {@link ImagePart}s, other than assets and ids, that differ for some configuration
 * size         int    of the image
 * textAt       int    from the image's start; positions "in the text" are relative to it
 * textLength   int
 * companyIdAt  int    position in the text of the one digit that stands for the id
 * locationIdAt int    as above
 * variantType  int    its length, and as many bytes of UTF-8
 * stateCodes   int    −1: sold in all states; else the number of state codes that follow, two bytes each
 * patches, in the order of their places, up to textAt:
 *   size       int    of the patch, these four bytes included
 *   at         int    in the text
 *   skip       int    number of bytes of the text to leave out
 *   part       byte   an {@link ImagePart}'s number
 *   …          for assets: int number of asset types, sorted; for each: int length, as many bytes of UTF-8, int number
 *              of assets, int where its list begins in the text, and where it ends with 0, 1, 2, … assets.
 *              For ids: nothing. Else: a byte for each choice (0 for the text as it is, or the number of a replacement),
 *              and the replacements, each int position in the text, int length (−1: the unit's member as the
 *              configuration spells it)
 * text         the JSON with every flag off, original units, the system default's assets, and one digit for each id;
 *              between its end and the image's end, JSON for the replacements
 * </pre>
 *
 * An image is part of an array that must never change. Immutable.
 */
public final class VariantImage {

    /** Changes with the layout, and with anything else that changes the JSON of an entry. */
    public static final byte VERSION = 6;

    static final int DEPENDS = 1;
    static final int SIZE = 2;
    static final int TEXT_AT = 6;
    static final int TEXT_LENGTH = 10;
    static final int COMPANY_ID_AT = 14;
    static final int LOCATION_ID_AT = 18;
    static final int VARIANT_TYPE = 22;
    static final int PATCH_AT = 4;
    static final int PATCH_SKIP = 8;
    static final int PATCH_PART = 12;
    static final int PATCH_BODY = 13;
    static final int CONFIGURED_UNIT = -1;

    /** What a processor reads from memory at once. */
    private static final int LINE_BYTES = 64;

    private static final byte[] OPEN = bytes("{");
    private static final byte[] CLOSE = bytes("}");
    private static final byte[] COMMA = bytes(",");
    private static final byte[] CLOSE_LIST = bytes("]");

    private final byte[] bytes;
    private final int start;

    /** The image that begins at {@code start}. */
    public VariantImage(byte[] bytes, int start) {
        if (bytes[start] != VERSION) {
            throw new IllegalArgumentException("version " + bytes[start] + " is not an image version of this program");
        }
        this.bytes = bytes;
        this.start = start;
    }

    /** The image of an entry. */
    public static byte[] of(String barcode, ResolvedEntry entry) {
        return ImageWriter.image(barcode, entry);
    }

    /** The image's size in bytes. */
    public int size() {
        return intAt(start + SIZE);
    }

    /**
     * Whether the variant may be sold in a state, given by two letters in any case; true if that is null (D14).
     */
    public boolean soldIn(@Nullable String stateCode) {
        int at = start + VARIANT_TYPE + Integer.BYTES + intAt(start + VARIANT_TYPE);
        int count = intAt(at);
        if (stateCode == null || count < 0) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            int code = at + Integer.BYTES + 2 * i;
            if (bytes[code] == Character.toUpperCase(stateCode.charAt(0))
                    && bytes[code + 1] == Character.toUpperCase(stateCode.charAt(1))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Has the processor fetch the whole image. It is written in small steps, each of which says where the next one begins,
     * so {@link #writeTo} alone would wait for one line of memory after the other. Worth it for a few images at a time,
     * before the first is written.
     *
     * @return something made of each line, so that no compiler leaves the reads out
     */
    public int fetch() {
        int fetched = 0;
        int end = start + size();
        for (int at = start; at < end; at += LINE_BYTES) {
            fetched += bytes[at];
        }
        return fetched;
    }

    /** The number of bytes that {@link #writeTo} writes. */
    public int length(ScopeView view) {
        if (view.fields().isAll() && isText(view, assets(view))) {
            return intAt(start + TEXT_LENGTH) - 2 + view.companyId().length + view.locationId().length;
        }
        int[] length = {0};
        writeTo((source, offset, count) -> length[0] += count, view);
        return length[0];
    }

    /** Writes the variant as JSON, as the partner with this view reads it: the fields that the view contains. */
    public void writeTo(ByteSink sink, ScopeView view) {
        if (view.fields().isAll()) {
            writeAll(sink, view);
        } else {
            var record = new ByteArrayOutputStream(intAt(start + TEXT_LENGTH));
            writeAll(record::write, view);
            view.fields().write(record.toByteArray(), sink);
        }
    }

    private void writeAll(ByteSink sink, ScopeView view) {
        AssetChoice assets = assets(view);
        if (isText(view, assets)) {
            int text = start + intAt(start + TEXT_AT);
            int companyId = text + intAt(start + COMPANY_ID_AT);
            int locationId = text + intAt(start + LOCATION_ID_AT);
            sink.write(bytes, text, companyId - text);
            write(sink, view.companyId());
            sink.write(bytes, companyId + 1, locationId - companyId - 1);
            write(sink, view.locationId());
            sink.write(bytes, locationId + 1, text + intAt(start + TEXT_LENGTH) - locationId - 1);
        } else {
            splice(sink, view, assets);
        }
    }

    /** Whether the partner reads the text unchanged, except for the ids. */
    private boolean isText(ScopeView view, @Nullable AssetChoice assets) {
        return (bytes[start + DEPENDS] & view.departures()) == 0 && assets == null;
    }

    private @Nullable AssetChoice assets(ScopeView view) {
        return view.hasAssetConfiguration() ? view.assets(variantType()) : null;
    }

    /** The variant's type, empty for a typeless one; the same for every partner. */
    private String variantType() {
        int at = start + VARIANT_TYPE;
        return new String(bytes, at + Integer.BYTES, intAt(at), StandardCharsets.UTF_8);
    }

    private void splice(ByteSink sink, ScopeView view, @Nullable AssetChoice assets) {
        int text = start + intAt(start + TEXT_AT);
        int copied = text;
        for (int patch = patchesAt(); patch < text; patch += intAt(patch)) {
            int at = text + intAt(patch + PATCH_AT);
            ImagePart part = ImagePart.of(bytes[patch + PATCH_PART]);
            int replacement = replacement(patch, part, view, assets);
            if (replacement != 0) {
                sink.write(bytes, copied, at - copied);
                copied = at + intAt(patch + PATCH_SKIP);
                switch (part) {
                    case COMPANY_ID -> write(sink, view.companyId());
                    case LOCATION_ID -> write(sink, view.locationId());
                    case ASSETS -> writeAssets(sink, patch + PATCH_BODY, requireNonNull(assets));
                    default -> replace(sink, patch, part, replacement, view);
                }
            }
        }
        sink.write(bytes, copied, text + intAt(start + TEXT_LENGTH) - copied);
    }

    /** The replacement's number, from 1; 0 if the text applies. */
    private int replacement(int patch, ImagePart part, ScopeView view, @Nullable AssetChoice assets) {
        return switch (part) {
            case COMPANY_ID, LOCATION_ID -> 1;
            case ASSETS -> assets == null ? 0 : 1;
            default -> bytes[patch + PATCH_BODY + view.choice(part)];
        };
    }

    private void replace(ByteSink sink, int patch, ImagePart part, int number, ScopeView view) {
        int at = patch + PATCH_BODY + part.choices() + 2 * Integer.BYTES * (number - 1);
        int length = intAt(at + Integer.BYTES);
        if (length == CONFIGURED_UNIT) {
            write(sink, view.unitMember(part));
        } else {
            sink.write(bytes, start + intAt(start + TEXT_AT) + intAt(at), length);
        }
    }

    private void writeAssets(ByteSink sink, int section, AssetChoice choice) {
        int text = start + intAt(start + TEXT_AT);
        write(sink, OPEN);
        boolean any = false;
        int at = section + Integer.BYTES;
        for (int types = intAt(section); types > 0; types--) {
            int nameLength = intAt(at);
            int limit = choice.limit(bytes, at + Integer.BYTES, nameLength);
            at += Integer.BYTES + nameLength;
            int assets = intAt(at);
            int list = at + Integer.BYTES;
            int ends = list + Integer.BYTES;
            at = ends + Integer.BYTES * (assets + 1);
            if (limit >= 0) {
                if (any) {
                    write(sink, COMMA);
                }
                int end = intAt(ends + Integer.BYTES * Math.min(limit, assets));
                sink.write(bytes, text + intAt(list), end - intAt(list));
                write(sink, CLOSE_LIST);
                any = true;
            }
        }
        write(sink, CLOSE);
    }

    private static void write(ByteSink sink, byte[] whole) {
        sink.write(whole, 0, whole.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private int patchesAt() {
        int at = start + VARIANT_TYPE;
        at += Integer.BYTES + intAt(at);
        return at + Integer.BYTES + 2 * Math.max(0, intAt(at));
    }

    private int intAt(int at) {
        return (bytes[at] & 0xff) << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | (bytes[at + 3] & 0xff);
    }
}
