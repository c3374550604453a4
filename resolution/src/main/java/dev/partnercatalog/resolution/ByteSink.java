package dev.partnercatalog.resolution;

/** Receives bytes; the caller may change the array after the call. */
@FunctionalInterface
public interface ByteSink {

    void write(byte[] bytes, int offset, int length);
}
