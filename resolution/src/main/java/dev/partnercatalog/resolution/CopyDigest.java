package dev.partnercatalog.resolution;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Proves that a copy is right (D31): the hashes of its records, combined by ranges of barcodes. A record's hash is the
 * SHA-256 of its JSON in canonical form (RFC 8785), which is the form that {@link PartnerView} and {@link VariantImage}
 * write. Not thread-safe.
 */
public final class CopyDigest {

    /** The number of ranges. */
    public static final int RANGES = 256;

    /** The length of a hash, and of a digest. */
    public static final int BYTES = 32;

    private final MessageDigest sha256 = sha256();
    private final byte[] digests = new byte[RANGES * BYTES];
    private final long[] counts = new long[RANGES];

    /** The range of a barcode, from 0: the first byte of its SHA-256. */
    public int range(String barcode) {
        return sha256.digest(barcode.getBytes(StandardCharsets.UTF_8))[0] & 0xff;
    }

    /** The hash of a record as JSON in canonical form. */
    public byte[] hash(byte[] record) {
        return sha256.digest(record);
    }

    /** The hash of the record as the partner with this view reads it. */
    public byte[] hash(VariantImage variant, ScopeView view) {
        variant.writeTo(sha256::update, view);
        return sha256.digest();
    }

    /**
     * Combines a record's hash with the others of its range. A record that is added twice cancels out, but is counted.
     */
    public void add(int range, byte[] hash) {
        for (int i = 0; i < BYTES; i++) {
            digests[range * BYTES + i] ^= hash[i];
        }
        counts[range]++;
    }

    /** The number of records added to a range. */
    public long count(int range) {
        return counts[range];
    }

    /** The number of records added. */
    public long count() {
        long all = 0;
        for (long count : counts) {
            all += count;
        }
        return all;
    }

    /** The exclusive or of the hashes added to a range, in hexadecimal; 64 zeros if none was added. */
    public String digest(int range) {
        return HexFormat.of().formatHex(digests, range * BYTES, (range + 1) * BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
