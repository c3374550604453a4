package dev.partnercatalog.resolution;

/** Takes bytes as they come; the caller may change the array afterwards. */
@FunctionalInterface
public interface ByteSink {

    void write(byte[] bytes, int offset, int length);
}
