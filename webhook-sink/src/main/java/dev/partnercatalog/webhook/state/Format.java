package dev.partnercatalog.webhook.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** How the values of rows are written: a byte for the layout, then the parts, one after the other. */
final class Format {

    private Format() {}

    interface Write {
        void to(DataOutputStream out) throws IOException;
    }

    interface Read<T> {
        T from(DataInputStream in) throws IOException;
    }

    static byte[] write(byte layout, Write write) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(layout);
            write.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to memory", e);
        }
        return bytes.toByteArray();
    }

    /** @param what is read, in words */
    static <T> T read(byte[] value, byte layout, String what, Read<T> read) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
            byte found = in.readByte();
            if (found != layout) {
                throw new UnknownFormatException("the store contains a " + what + " in format " + found
                        + ", which this version of the program does not read");
            }
            return read.from(in);
        } catch (IOException e) {
            throw new UnknownFormatException("the store contains a " + what + " that is cut off", e);
        }
    }

    static void writeBytes(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    static byte @Nullable [] readBytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : in.readNBytes(length);
    }

    static void writeHash(DataOutputStream out, Hash hash) throws IOException {
        out.writeLong(hash.high());
        out.writeLong(hash.low());
    }

    static Hash readHash(DataInputStream in) throws IOException {
        return new Hash(in.readLong(), in.readLong());
    }

    /** Part of the store was written by another version of the program, in a format that this one can't read. */
    public static final class UnknownFormatException extends IllegalStateException {

        private static final long serialVersionUID = 1;

        UnknownFormatException(String message) {
            super(message);
        }

        UnknownFormatException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
