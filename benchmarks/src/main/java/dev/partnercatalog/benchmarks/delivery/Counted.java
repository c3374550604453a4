package dev.partnercatalog.benchmarks.delivery;

/**
 * What a receiver counted.
 *
 * @param firstMicros when the first body arrived, in microseconds since 1970
 * @param lastMicros when the last one arrived
 */
record Counted(long bodies, long bytes, long firstMicros, long lastMicros) {

    static Counted parse(String line) {
        String[] parts = line.split(" ", -1);
        return new Counted(
                Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }

    String line() {
        return bodies + " " + bytes + " " + firstMicros + " " + lastMicros;
    }

    /** The time from the first to the last. */
    double seconds() {
        return (lastMicros - firstMicros) / 1e6;
    }
}
