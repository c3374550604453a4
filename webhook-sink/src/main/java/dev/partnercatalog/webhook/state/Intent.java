package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records that a message is about to be sent: written before its first byte is sent, and kept until its outcome is
 * known. After a restart the variants in it are in doubt, because an attempt may have got through, unless it is known
 * that the last one was never sent.
 *
 * @param number its number in the store: no two intents ever have the same
 * @param endpoint version of the endpoint that the message is for
 * @param time time of the message: never the same for two different contents of a variant, and later for the later one
 * @param unsent whether it is known that no attempt has sent it, other than those that its entries count as doubts
 */
public record Intent(long number, String partnerId, long endpoint, long time, boolean unsent, List<Entry> entries) {

    private static final byte FORMAT = 4;
    private static final byte IN_DOUBT = 1;
    private static final byte ANEW = 2;

    public Intent {
        entries = List.copyOf(entries);
    }

    /**
     * A variant in the message.
     *
     * @param content hash of the record that the message contains, {@link Hash#NONE} for its removal
     * @param inDoubt whether what the partner has of the variant was in doubt even before this message
     * @param anew whether it was requested again, and is sent even if the partner has it
     * @param since when the variant became due, in milliseconds since 1970
     * @param eventTime of the first event that made it due
     */
    public record Entry(
            ScopedVariant variant, Hash content, boolean inDoubt, boolean anew, long since, PublicationTime eventTime) {

        Entry doubted() {
            return new Entry(variant, content, true, anew, since, eventTime);
        }

        /** Whether it says the same about the same variant, whatever caused it. */
        public boolean says(Entry other) {
            return variant.equals(other.variant) && content.equals(other.content);
        }
    }

    /** The same, after an attempt that may have got through without our knowing. */
    public Intent doubted() {
        return new Intent(
                number,
                partnerId,
                endpoint,
                time,
                false,
                entries.stream().map(Entry::doubted).toList());
    }

    /** The same, if nothing is known of it but what is written: unless it is unsent, an attempt may have got through. */
    public Intent resumed() {
        return unsent ? this : doubted();
    }

    /** The same, before an attempt or after one that wasn't sent. */
    public Intent withUnsent(boolean whetherUnsent) {
        return new Intent(number, partnerId, endpoint, time, whetherUnsent, entries);
    }

    /** Whether it is a part of a message that wasn't accepted, or as doubtful as one. */
    public boolean isInDoubt() {
        return entries.stream().allMatch(Entry::inDoubt);
    }

    /** A separate message for some of the variants; it counts as the same one for them. */
    public Intent part(long partNumber, List<Entry> some) {
        return new Intent(partNumber, partnerId, endpoint, time, unsent, some);
    }

    /** What is acknowledged of a variant in it once it is accepted, null after a removal. */
    public Acknowledged.@Nullable Receipt receipt(Entry entry) {
        return entry.content().equals(Hash.NONE) ? null : new Acknowledged.Receipt(entry.content(), endpoint);
    }

    public List<ScopedVariant> variants() {
        return entries.stream().map(Entry::variant).toList();
    }

    byte[] encode() {
        byte[] partner = partnerId.getBytes(StandardCharsets.US_ASCII);
        int size = 2 + Integer.BYTES + partner.length + 2 * Long.BYTES;
        for (Entry entry : entries) {
            size += size(entry);
        }
        ByteBuffer bytes = ByteBuffer.allocate(size)
                .put(FORMAT)
                .putInt(partner.length)
                .put(partner)
                .putLong(endpoint)
                .putLong(time)
                .put((byte) (unsent ? 1 : 0));
        for (Entry entry : entries) {
            put(entry, bytes);
        }
        return bytes.array();
    }

    private static int size(Entry entry) {
        int barcode = entry.variant().barcode().length(); // It is ASCII.
        return 3 * Long.BYTES
                + 2 * Integer.BYTES
                + Hash.BYTES
                + 2
                + barcode
                + entry.eventTime().bytes().length;
    }

    private static void put(Entry entry, ByteBuffer bytes) {
        byte[] variant = CatalogKeys.with(new byte[0], entry.variant());
        byte[] eventTime = entry.eventTime().bytes();
        entry.content()
                .write(bytes.putInt(variant.length).put(variant))
                .put((byte) ((entry.inDoubt() ? IN_DOUBT : 0) | (entry.anew() ? ANEW : 0)))
                .putLong(entry.since())
                .putInt(eventTime.length)
                .put(eventTime);
    }

    static Intent decode(long number, byte[] encoded) {
        ByteBuffer bytes = Format.open(encoded, FORMAT, "intent");
        String partnerId = new String(part(bytes), StandardCharsets.US_ASCII);
        long endpoint = bytes.getLong();
        long time = bytes.getLong();
        boolean unsent = bytes.get() != 0;
        List<Entry> entries = new ArrayList<>();
        while (bytes.hasRemaining()) {
            ScopedVariant variant = CatalogKeys.variant(part(bytes), 0);
            Hash content = Hash.read(bytes);
            byte flags = bytes.get();
            long since = bytes.getLong();
            entries.add(new Entry(
                    variant,
                    content,
                    (flags & IN_DOUBT) != 0,
                    (flags & ANEW) != 0,
                    since,
                    PublicationTime.of(part(bytes))));
        }
        return new Intent(number, partnerId, endpoint, time, unsent, entries);
    }

    private static byte[] part(ByteBuffer bytes) {
        byte[] part = new byte[bytes.getInt()];
        bytes.get(part);
        return part;
    }
}
