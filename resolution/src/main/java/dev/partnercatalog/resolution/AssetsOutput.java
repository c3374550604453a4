package dev.partnercatalog.resolution;

import java.nio.charset.StandardCharsets;

/** Puts an object of asset lists together from their parts. Not thread-safe. */
final class AssetsOutput {

    private static final byte[] OPEN = bytes("{");
    private static final byte[] CLOSE = bytes("}");
    private static final byte[] OPEN_LIST = bytes("[");
    private static final byte[] CLOSE_LIST = bytes("]");
    private static final byte[] COMMA = bytes(",");

    private final ByteSink sink;
    private boolean inList;
    private boolean any;

    AssetsOutput(ByteSink sink) {
        this.sink = sink;
        write(OPEN);
    }

    /** Begins a type's list; {@code name} is its name in JSON, with the colon. */
    void type(byte[] name, int offset, int length) {
        closeList();
        if (any) {
            write(COMMA);
        }
        sink.write(name, offset, length);
        write(OPEN_LIST);
        inList = true;
        any = false;
    }

    /** Adds an asset to the list. */
    void asset(byte[] json, int offset, int length) {
        if (any) {
            write(COMMA);
        }
        sink.write(json, offset, length);
        any = true;
    }

    void end() {
        closeList();
        write(CLOSE);
    }

    private void closeList() {
        if (inList) {
            write(CLOSE_LIST);
            inList = false;
            any = true;
        }
    }

    private void write(byte[] constant) {
        sink.write(constant, 0, constant.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
