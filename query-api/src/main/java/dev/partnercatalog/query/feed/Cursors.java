package dev.partnercatalog.query.feed;

import dev.partnercatalog.query.table.CatalogPosition;
import dev.partnercatalog.resolution.Scope;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Cursors as partners receive them: signed, so that nobody can forge one or use it for another partner or scope. All
 * instances with the same key read the same cursors. Thread-safe.
 *
 * <pre>
 * version  byte
 * kind     byte
 * topics   long
 * view     long
 * entries  long
 * listings long
 * issuedAt long
 * toldAt   long
 * after    as many bytes as there are
 * signature 16 bytes
 * </pre>
 */
public final class Cursors {

    private static final byte VERSION = 1;
    private static final String HMAC = "HmacSHA256";
    private static final int SIGNATURE = 16;
    private static final int FIXED = 2 + 6 * Long.BYTES;
    private static final int MOST_CHARACTERS = 512;

    private final SecretKeySpec key;
    private final long topics;

    /**
     * A cursor that this service issued.
     *
     * @param isOfTheseTopics whether its position refers to the topics that are read now; after a restore, these are other topics
     */
    public record Issued(Cursor cursor, boolean isOfTheseTopics) {}

    /**
     * Issues and reads the cursors of one catalog.
     *
     * @param key shared by all instances
     * @param topics the fingerprint of the topics that positions refer to
     */
    public Cursors(byte[] key, long topics) {
        this.key = new SecretKeySpec(key, HMAC);
        this.topics = topics;
    }

    /** As text of letters, digits, {@code -} and {@code _}. */
    public String text(Cursor cursor, String partnerId, Scope scope) {
        byte[] after = cursor.after().getBytes(StandardCharsets.US_ASCII);
        byte[] content = ByteBuffer.allocate(FIXED + after.length)
                .put(VERSION)
                .put(cursor.kind().code())
                .putLong(topics)
                .putLong(cursor.view())
                .putLong(cursor.position().entries())
                .putLong(cursor.position().listings())
                .putLong(cursor.issuedAt())
                .putLong(cursor.toldAt())
                .put(after)
                .array();
        byte[] whole = Arrays.copyOf(content, content.length + SIGNATURE);
        System.arraycopy(signature(content, partnerId, scope), 0, whole, content.length, SIGNATURE);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
    }

    /** Reads a cursor from its text; empty if we didn't issue it for this partner and this scope. */
    public Optional<Issued> read(String text, String partnerId, Scope scope) {
        if (text.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        try {
            byte[] whole = Base64.getUrlDecoder().decode(text);
            if (whole.length < FIXED + SIGNATURE || whole[0] != VERSION) {
                return Optional.empty();
            }
            byte[] content = Arrays.copyOf(whole, whole.length - SIGNATURE);
            byte[] signature = Arrays.copyOfRange(whole, content.length, whole.length);
            if (!MessageDigest.isEqual(signature, signature(content, partnerId, scope))) {
                return Optional.empty();
            }
            ByteBuffer in = ByteBuffer.wrap(content, 1, content.length - 1);
            Cursor.Kind kind = Cursor.Kind.of(in.get());
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
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(scope.companyId())
                    .putLong(scope.locationId())
                    .array());
            mac.update((byte) content.length);
            mac.update(content);
            mac.update(partnerId.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(mac.doFinal(), SIGNATURE);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }
}
