package dev.partnercatalog.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Proves that a copy of the variants listed in a scope is right, using the digests of {@code GET …/variants/digest}. Add every
 * record of the copy, compare the digests of the 256 ranges ({@link #differing}), and ask for the hashes of each range that
 * differs ({@link #wrong}).
 *
 * <p>Needs 8 KiB of memory, however large the copy is. Not thread-safe.
 */
public final class CopyProof {

    /** The number of ranges. */
    public static final int RANGES = 256;

    private static final int BYTES = 32;

    private final byte[][] digests = new byte[RANGES][BYTES];
    private long count;

    /**
     * Adds a record.
     *
     * @param record JSON as received in a response or a message, or stored in a form that has the same meaning
     * @throws IllegalArgumentException if it is not the JSON of a variant
     */
    public void add(String record) {
        add(Json.read(record.getBytes(StandardCharsets.UTF_8)));
    }

    /** Like {@link #add(String)}, for parsed JSON. */
    public void add(JsonNode record) {
        byte[] digest = digests[range(barcode(record))];
        byte[] hash = sha256(canonical(record));
        for (int i = 0; i < BYTES; i++) {
            digest[i] ^= hash[i];
        }
        count++;
    }

    /** The number of records added. */
    public long count() {
        return count;
    }

    /** The digests of all ranges, in order, each with 64 hexadecimal digits. */
    public List<String> digests() {
        List<String> all = new ArrayList<>(RANGES);
        for (byte[] digest : digests) {
            all.add(HexFormat.of().formatHex(digest));
        }
        return all;
    }

    /**
     * The ranges whose digests differ from the catalog's; empty if the copy is right.
     *
     * @param answer response of {@code GET …/variants/digest}
     * @throws IllegalArgumentException if it is not such a response
     */
    public List<Integer> differing(String answer) {
        JsonNode ranges = Json.read(answer.getBytes(StandardCharsets.UTF_8)).path("ranges");
        if (ranges.size() != RANGES) {
            throw new IllegalArgumentException("the response has " + ranges.size() + " ranges, not " + RANGES);
        }
        List<String> ours = digests();
        List<Integer> differing = new ArrayList<>();
        for (int range = 0; range < RANGES; range++) {
            if (!ranges.path(range).path("digest").asText().equals(ours.get(range))) {
                differing.add(range);
            }
        }
        return differing;
    }

    /**
     * The barcodes of a range that the copy lacks, has in another form, or has without the catalog listing them. Request those that
     * the answer lists by batch-get, and delete the others: batch-get can't tell you which, since it also returns unlisted variants.
     *
     * @param records the copy's records in this range; records of other ranges count as wrong
     * @param answer response of {@code GET …/variants/digest?range=N}
     * @throws IllegalArgumentException if it is not such a response, or a record is not a variant
     */
    public static Set<String> wrong(Iterable<JsonNode> records, String answer) {
        JsonNode listed = Json.read(answer.getBytes(StandardCharsets.UTF_8)).path("records");
        if (!listed.isArray()) {
            throw new IllegalArgumentException("the response has no records: ask for a single range");
        }
        Map<String, String> hashes = new HashMap<>();
        listed.forEach(
                one -> hashes.put(one.path("barcode").asText(), one.path("hash").asText()));
        Set<String> wrong = new TreeSet<>();
        for (JsonNode record : records) {
            String barcode = barcode(record);
            if (!hash(record).equals(hashes.remove(barcode))) {
                wrong.add(barcode);
            }
        }
        wrong.addAll(hashes.keySet());
        return wrong;
    }

    /**
     * The hash of a record, 64 hexadecimal digits: the SHA-256 of its canonical form. {@code changedFields} is not part of a
     * record.
     */
    public static String hash(JsonNode record) {
        return HexFormat.of().formatHex(sha256(canonical(record)));
    }

    /** The range of a barcode, from 0 to 255. */
    public static int range(String barcode) {
        return sha256(barcode)[0] & 0xff;
    }

    /** A variant's record in canonical form, without the fields that only occur in messages. */
    static String canonical(JsonNode record) {
        if (!record.has(WebhookMessage.CHANGED_FIELDS)) {
            return CanonicalJson.of(record);
        }
        ObjectNode kept = record.deepCopy();
        kept.remove(WebhookMessage.CHANGED_FIELDS);
        return CanonicalJson.of(kept);
    }

    private static String barcode(JsonNode record) {
        JsonNode barcode = record.path("barcode");
        if (!barcode.isTextual()) {
            throw new IllegalArgumentException("a record without a barcode is not a variant");
        }
        return barcode.textValue();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
