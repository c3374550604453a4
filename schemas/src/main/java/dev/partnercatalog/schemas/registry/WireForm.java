package dev.partnercatalog.schemas.registry;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
    private static final byte[] SINGLE_OBJECT = {(byte) 0xC3, 0x01};
    private static final byte[] CONTAINER = "Obj\u0001".getBytes(StandardCharsets.ISO_8859_1);
    private static final String BINARY = "apicurio.registry.avro.encoding=BINARY";

    private WireForm() {}

    /** Returns what is wrong with the beginning of a value; null if a content id follows its first byte. */
    public static @Nullable String problem(byte[] value) {
        if (value.length == 0) {
            return "the value is empty: a record that deletes has no value at all (null)";
        }
        if (value[0] != RecordSerializer.MAGIC) {
            return EXPECTED + ": " + foundAtStart(value);
        }
        if (value.length < HEADER) {
            return EXPECTED + ": it has only " + value.length + (value.length == 1 ? " byte" : " bytes");
        }
        int contentId = ByteBuffer.wrap(value, 1, Integer.BYTES).getInt();
        if (contentId > 0) {
            return null;
        }
        return contentId == 0 && value.length >= LONG_HEADER
                ? EXPECTED + ", but perhaps with the 8-byte id "
                        + ByteBuffer.wrap(value, 1, Long.BYTES).getLong()
                        + ": set the serializer's apicurio.registry.id-handler to"
                        + " io.apicurio.registry.serde.Default4ByteIdHandler"
                : contentId + " is not a registry content id";
    }

    private static String foundAtStart(byte[] value) {
        if (isJson(value[0])) {
            return "it looks like JSON text; the value must be Avro, as Apicurio's AvroKafkaSerializer writes it";
        }
        if (startsWith(value, SINGLE_OBJECT)) {
            return "it looks like Avro's single-object encoding, which has a fingerprint in place of the id";
        }
        if (startsWith(value, CONTAINER)) {
            return "it looks like an Avro container file; each record must be published by itself";
        }
        return "if the serializer writes the id to a header, set apicurio.registry.headers.enabled=false";
    }

    /** Returns what a value probably is that begins as it should, but whose record can't be read; empty if unknown. */
    static String hint(byte[] value) {
        return value.length > HEADER && isJson(value[HEADER])
                ? "; it looks like JSON text behind the content id: set the serializer's " + BINARY
                : "";
    }

    private static boolean isJson(byte first) {
        return first == '{' || first == '[' || first == '"';
    }

    private static boolean startsWith(byte[] value, byte[] start) {
        return value.length >= start.length && Arrays.equals(Arrays.copyOf(value, start.length), start);
    }
}
