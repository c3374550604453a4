package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Under how many SKUs a scope lists a variant, and which change of that was counted last. An SKU comes and goes by
 * turns, so a change that equals the last one is the same change, written before a crash and read again: it isn't
 * counted twice.
 *
 * @param skus the number of SKUs, at least 1
 * @param sku the SKU that came or went last
 * @param came whether it came
 */
record ListedUnder(long skus, String sku, boolean came) {

    private static final byte FORMAT = 1;

    static ListedUnder first(String sku) {
        return new ListedUnder(1, sku, true);
    }

    ListedUnder with(String added) {
        return came && sku.equals(added) ? this : new ListedUnder(skus + 1, added, true);
    }

    /** Null if no SKU is left. */
    @Nullable
    ListedUnder without(String removed) {
        if (!came && sku.equals(removed)) {
            return this;
        }
        return skus == 1 ? null : new ListedUnder(skus - 1, removed, false);
    }

    byte[] encode() {
        byte[] text = sku.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + Long.BYTES + text.length)
                .put(FORMAT)
                .put((byte) (came ? 1 : 0))
                .putLong(skus)
                .put(text)
                .array();
    }

    static ListedUnder decode(byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "number of SKUs");
        boolean came = bytes.get() != 0;
        long skus = bytes.getLong();
        return new ListedUnder(
                skus, new String(encoded, bytes.position(), bytes.remaining(), StandardCharsets.UTF_8), came);
    }
}
