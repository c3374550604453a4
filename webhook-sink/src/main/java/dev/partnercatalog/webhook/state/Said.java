package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.RecordFields;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a message says, or is about to say, of a variant.
 *
 * @param content hash of the record, {@link Hash#NONE} for its removal
 * @param changed the fields that it lists as changed, null if it lists none
 */
public record Said(Hash content, @Nullable RecordFields changed) {

    int size() {
        return 1 + Hash.BYTES + (changed == null ? 0 : Long.BYTES);
    }

    ByteBuffer write(ByteBuffer to) {
        content.write(to);
        return changed == null ? to.put((byte) 0) : to.put((byte) 1).putLong(changed.bits());
    }

    static Said read(ByteBuffer from) {
        Hash content = Hash.read(from);
        return new Said(content, from.get() == 0 ? null : new RecordFields(from.getLong()));
    }
}
