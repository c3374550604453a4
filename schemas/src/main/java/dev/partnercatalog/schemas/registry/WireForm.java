package dev.partnercatalog.schemas.registry;

import io.apicurio.registry.serde.BaseSerde;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Says what a value that isn't in the registry's wire format is instead, by its first bytes, and which setting of the
 * serializer mends it: other serializers have other defaults.
 */
public final class WireForm {

    /** The zero byte and the 4-byte content id. */
    static final int HEADER = 1 + Integer.BYTES;

    private static final int LONG_HEADER = 1 + Long.BYTES;
    private static final String EXPECTED =
            "the value doesn't begin with a zero byte followed by the registry's 4-byte content id";

    private WireForm() {}

    /** Returns what is wrong with the beginning of a value; null if a content id follows its first byte. */
    public static @Nullable String problem(byte[] value) {
        if (value.length == 0) {
            return "the value is empty: a record that deletes has no value at all (null)";
        }
        if (value[0] != BaseSerde.MAGIC_BYTE) {
            return EXPECTED + ": " + foundAtStart(value);
        }
        if (value.length < HEADER) {
            return EXPECTED + ": it has only " + value.length + (value.length == 1 ? " byte" : " bytes");
        }
        int contentId = contentId(value);
        if (contentId > 0) {
            return null;
        }
        return contentId == 0 && value.length >= LONG_HEADER
                ? EXPECTED + ", but perhaps with the 8-byte id "
                        + ByteBuffer.wrap(value).getLong(1)
                        + ": set the serializer's apicurio.registry.id-handler to"
                        + " io.apicurio.registry.serde.Default4ByteIdHandler"
                : contentId + " is not a registry content id";
    }

    static int contentId(byte[] value) {
        return ByteBuffer.wrap(value).getInt(1);
    }

    private static String foundAtStart(byte[] value) {
        if (isJson(value[0])) {
            return "it looks like JSON text; the value must be Avro, as Apicurio's AvroKafkaSerializer writes it";
        }
        int start = value.length < Integer.BYTES ? 0 : ByteBuffer.wrap(value).getInt();
        if (start >>> Short.SIZE == 0xC301) {
            return "it looks like Avro's single-object encoding, which has a fingerprint in place of the id";
        }
        if (start == 0x4F626A01) {
            return "it looks like an Avro container file; each record must be published by itself";
        }
        return "if the serializer writes the id to a header, set apicurio.registry.headers.enabled=false";
    }

    /** Returns what a value probably is that begins as it should, but whose record can't be read; empty if unknown. */
    static String hint(byte[] value) {
        return value.length > HEADER && isJson(value[HEADER])
                ? "; it looks like JSON text behind the content id: set the serializer's"
                        + " apicurio.registry.avro.encoding=BINARY"
                : "";
    }

    private static boolean isJson(byte first) {
        return first == '{' || first == '[' || first == '"';
    }
}
