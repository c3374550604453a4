package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.secret.Hashes;
import dev.partnercatalog.schemas.key.Ids;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Cursors as partners receive them: signed, so that nobody can forge one or use it for another partner or scope. All
 * instances with the same key read the same cursors. Thread-safe.
 *
 * <p>They consist of version and kind, a byte each; topics, view, entries, listings, issuedAt and toldAt, a long each; the
 * barcode after which a walk continues; and 16 bytes of signature.
 */
public final class Cursors {

    private static final byte VERSION = 1;

    /** By their codes in cursors. */
    private static final List<Cursor.Kind> KINDS = List.of(Cursor.Kind.SNAPSHOT, Cursor.Kind.CHANGES, Cursor.Kind.WALK);

    private static final int SIGNATURE = 16;
    private static final int FIXED = 2 + 6 * Long.BYTES;
    private static final int MOST_CHARACTERS = 512;

    private final byte[] key;
    private final long topics;

    /** A cursor, and whether its position refers to the topics that are read now: after a restore, these are others. */
    public record Issued(Cursor cursor, boolean isOfTheseTopics) {}

    /** The key is that of all instances; positions refer to topics with this fingerprint. */
    public Cursors(byte[] key, long topics) {
        this.key = key.clone();
        this.topics = topics;
    }

    /** A cursor as letters, digits, {@code -} and {@code _}. */
    public String text(Cursor cursor, String partnerId, Scope scope) {
        byte[] after = cursor.after().getBytes(StandardCharsets.US_ASCII);
        byte[] content = ByteBuffer.allocate(FIXED + after.length)
                .put(VERSION)
                .put((byte) KINDS.indexOf(cursor.kind()))
                .putLong(topics)
                .putLong(cursor.view())
                .putLong(cursor.position().entries())
                .putLong(cursor.position().listings())
                .putLong(cursor.issuedAt())
                .putLong(cursor.toldAt())
                .put(after)
                .array();
        byte[] signed = Arrays.copyOf(content, content.length + SIGNATURE);
        System.arraycopy(signature(content, partnerId, scope), 0, signed, content.length, SIGNATURE);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
    }

    /** Reads a cursor from its text; empty if we didn't issue it for this partner and this scope. */
    public Optional<Issued> read(String text, String partnerId, Scope scope) {
        if (text.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        try {
            byte[] signed = Base64.getUrlDecoder().decode(text);
            if (signed.length < FIXED + SIGNATURE || signed[0] != VERSION) {
                return Optional.empty();
            }
            byte[] content = Arrays.copyOf(signed, signed.length - SIGNATURE);
            byte[] signature = Arrays.copyOfRange(signed, content.length, signed.length);
            if (!MessageDigest.isEqual(signature, signature(content, partnerId, scope))) {
                return Optional.empty();
            }
            ByteBuffer in = ByteBuffer.wrap(content, 1, content.length - 1);
            Cursor.Kind kind = KINDS.get(in.get());
            boolean isOfTheseTopics = in.getLong() == topics;
            long view = in.getLong();
            CatalogPosition position = new CatalogPosition(in.getLong(), in.getLong());
            long issuedAt = in.getLong();
            long toldAt = in.getLong();
            String after = new String(content, in.position(), in.remaining(), StandardCharsets.US_ASCII);
            return Optional.of(new Issued(new Cursor(kind, view, position, issuedAt, toldAt, after), isOfTheseTopics));
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    private byte[] signature(byte[] content, String partnerId, Scope scope) {
        Mac mac = Hashes.hmac(key);
        mac.update(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(scope.companyId())
                .putLong(scope.locationId())
                .array());
        mac.update((byte) content.length);
        mac.update(content);
        mac.update(partnerId.getBytes(StandardCharsets.UTF_8));
        return Arrays.copyOf(mac.doFinal(), SIGNATURE);
    }

    /**
     * How far a partner's copy of what a scope lists has progressed.
     *
     * @param kind what the partner reads with it
     * @param view the {@link ViewFingerprint} of the records so far
     * @param position from which on the partner lacks changes
     * @param issuedAt in seconds since the epoch: everything before the position happened earlier
     * @param toldAt in seconds since the epoch: when an instance that had reached the position gave it to the partner
     * @param after the barcode after which a walk continues; empty at its beginning, and if there is no walk
     */
    public record Cursor(Kind kind, long view, CatalogPosition position, long issuedAt, long toldAt, String after) {

        /** What the partner reads with a cursor. */
        public enum Kind {
            /** The next page of a snapshot. */
            SNAPSHOT,
            /** Changes. */
            CHANGES,
            /** Everything that is listed, because the configuration has changed; then changes. */
            WALK
        }

        public Cursor {
            if (!after.isEmpty()) {
                Ids.requireBarcode(after);
            }
        }

        /** The first cursor of a snapshot. */
        public static Cursor snapshot(long view, CatalogPosition position, long issuedAt) {
            return new Cursor(Kind.SNAPSHOT, view, position, issuedAt, issuedAt, "");
        }

        /** The cursor after a page of a walk, rendered with a configuration; null after the last one. */
        public Cursor walkedTo(@Nullable String barcode, long renderedBy) {
            long seen = renderedBy == view ? view : ViewFingerprint.MIXED;
            return barcode == null
                    ? new Cursor(Kind.CHANGES, seen, position, issuedAt, toldAt, "")
                    : new Cursor(kind, seen, position, issuedAt, toldAt, barcode);
        }

        /** Starts a walk that renders with a configuration, for a partner whose records were rendered with another. */
        public Cursor rewalked(long renderedBy) {
            return new Cursor(Kind.WALK, renderedBy, position, issuedAt, toldAt, "");
        }

        /** The cursor after a page of changes. */
        public Cursor changedTo(CatalogPosition next, long at) {
            return new Cursor(Kind.CHANGES, view, next, at, toldAt, "");
        }

        /** The same cursor, given to the partner at a time in seconds since the epoch. */
        public Cursor toldAt(long now) {
            return new Cursor(kind, view, position, issuedAt, now, after);
        }
    }

    /**
     * Identifies, as a number, what affects records without being part of them: the configuration, and how this release
     * renders.
     */
    public static final class ViewFingerprint {

        /** Of records that were rendered with more than one configuration. */
        public static final long MIXED = 0;

        private record View(int rendering, ResolvedConfiguration configuration) {}

        private ViewFingerprint() {}

        /** The same on every instance of a release. */
        public static long of(ResolvedConfiguration configuration) {
            byte[] view = JsonOutput.of(new View(VariantImage.VERSION, configuration));
            long number = ByteBuffer.wrap(Hashes.sha256().digest(view)).getLong();
            return number == MIXED ? 1 : number;
        }
    }
}
