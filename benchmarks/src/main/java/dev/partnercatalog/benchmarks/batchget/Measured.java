package dev.partnercatalog.benchmarks.batchget;

/**
 * What a load generator saw.
 *
 * @param requestsPerSecond that were answered
 * @param p50Millis from when a request was due, where it had a time, else from when it was sent, to its last byte
 * @param bytes of an answer's body, on average
 * @param sent requests, those to warm up included
 * @param cpuMicros that the generator itself took for each of them
 */
record Measured(
        double requestsPerSecond, double p50Millis, double p99Millis, double bytes, long sent, double cpuMicros) {

    static Measured parse(String line) {
        String[] parts = line.strip().split(" ", -1);
        return new Measured(
                Double.parseDouble(parts[0]),
                Double.parseDouble(parts[1]),
                Double.parseDouble(parts[2]),
                Double.parseDouble(parts[3]),
                Long.parseLong(parts[4]),
                Double.parseDouble(parts[5]));
    }

    String line() {
        return requestsPerSecond + " " + p50Millis + " " + p99Millis + " " + bytes + " " + sent + " " + cpuMicros;
    }
}
