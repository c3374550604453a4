package dev.partnercatalog.webhook.state;

import java.nio.ByteBuffer;

/** The first byte of each value in the store identifies the layout of the rest. */
final class Format {

    private static final byte NUMBER = 1;

    private Format() {}

    static ByteBuffer open(byte[] value, byte expected, String what) {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        byte found = bytes.get();
        if (found != expected) {
            throw new UnknownFormatException("the store contains a " + what + " in format " + found
                    + ", which this version of the program does not read");
        }
        return bytes;
    }

    static long decodeNumber(byte[] bytes, String what) {
        return open(bytes, NUMBER, what).getLong();
    }

    static byte[] number(long value) {
        return ByteBuffer.allocate(1 + Long.BYTES).put(NUMBER).putLong(value).array();
    }
}
