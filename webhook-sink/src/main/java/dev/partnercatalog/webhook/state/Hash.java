package dev.partnercatalog.webhook.state;

import dev.partnercatalog.runtime.secret.Hashes;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** 128 bits of a SHA-256: enough to treat content with equal hashes as equal. */
public record Hash(long high, long low) {

    public static final int BYTES = 16;

    /** That there is no content at all. */
    public static final Hash NONE = new Hash(0, 0);

    public static Hash of(byte[] content) {
        return read(ByteBuffer.wrap(Hashes.sha256().digest(content)));
    }

    /** The hash of some values, which differs whenever they differ. */
    public static Hash ofValues(@Nullable Object... values) {
        return read(ByteBuffer.wrap(digest(values)));
    }

    /** All bits of the same. */
    public static byte[] digest(@Nullable Object... values) {
        return Hashes.sha256().digest(Format.write(values));
    }

    static Hash read(ByteBuffer from) {
        return new Hash(from.getLong(), from.getLong());
    }

    ByteBuffer write(ByteBuffer to) {
        return to.putLong(high).putLong(low);
    }
}
