package dev.partnercatalog.query.tier;

/** A block in memory. */
final class HeapBlock extends Block {

    private final byte[] bytes = new byte[MemoryTier.BLOCK_BYTES];

    HeapBlock(long number) {
        super(number);
    }

    @Override
    boolean write(byte[] from, int start, int size, int at) {
        System.arraycopy(from, start, bytes, at, size);
        return true;
    }

    @Override
    Slice entry(int at) {
        return new Slice(bytes, at);
    }

    @Override
    long hash(int at) {
        return hash(bytes, at);
    }

    @Override
    void giveUp() {
        // Threads that are still reading it continue.
    }
}
