package dev.partnercatalog.webhook.delivery;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the body of a {@code variants.changed} message from records (D25). A single record that is larger than the
 * limit goes alone. Not thread-safe.
 */
public final class VariantsChanged {

    public static final int MAX_RECORDS = 100;
    public static final int MAX_BYTES = 512 << 10;

    private static final int ENVELOPE =
            "{\"type\":\"variants.changed\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"data\":{\"variants\":[],\"removed\":[]}}"
                    .length();

    private final List<byte[]> variants = new ArrayList<>();
    private final List<byte[]> removed = new ArrayList<>();
    private final int maxRecords;
    private final int maxBytes;
    private int bytes = ENVELOPE;

    public VariantsChanged(int maxRecords, int maxBytes) {
        this.maxRecords = maxRecords;
        this.maxBytes = maxBytes;
    }

    /** Adds a variant's record, a JSON object. Returns false, and adds nothing, if it doesn't fit into this body. */
    public boolean add(byte[] variant) {
        return add(variants, variant);
    }

    /** Adds the ids of a variant that the partner must remove; returns false if they don't fit into this body. */
    public boolean addRemoved(long companyId, long locationId, String barcode) {
        return add(
                removed,
                ascii("{\"companyId\":" + companyId + ",\"locationId\":" + locationId + ",\"barcode\":\""
                        + new String(JsonStringEncoder.getInstance().quoteAsUTF8(barcode), StandardCharsets.US_ASCII)
                        + "\"}"));
    }

    private boolean add(List<byte[]> records, byte[] written) {
        int grown = bytes + written.length + 1;
        if (records() > 0 && (isFull() || grown > maxBytes)) {
            return false;
        }
        records.add(written);
        bytes = grown;
        return true;
    }

    /** Whether not even the smallest record would fit. */
    public boolean isFull() {
        return records() == maxRecords;
    }

    public int records() {
        return variants.size() + removed.size();
    }

    public Message.Contents contents() {
        return Message.Contents.changes(variants.size(), removed.size());
    }

    /**
     * The body to be sent.
     *
     * @param timestamp time of the change, in milliseconds since 1970
     */
    public byte[] json(long timestamp) {
        int noComma = (variants.isEmpty() ? 0 : 1) + (removed.isEmpty() ? 0 : 1);
        ByteBuffer json = ByteBuffer.allocate(bytes - noComma);
        json.put(ascii("{\"type\":\"variants.changed\",\"timestamp\":\"" + Message.timestamp(timestamp)
                + "\",\"data\":{\"variants\":["));
        putAll(variants, json);
        json.put(ascii("],\"removed\":["));
        putAll(removed, json);
        json.put(ascii("]}}"));
        return json.array();
    }

    private static void putAll(List<byte[]> records, ByteBuffer json) {
        for (int i = 0; i < records.size(); i++) {
            if (i > 0) {
                json.put((byte) ',');
            }
            json.put(records.get(i));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
