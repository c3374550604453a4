package dev.partnercatalog.benchmarks.batchget;

/**
 * The measurements of a load generator.
 *
 * @param requestsPerSecond requests answered per second
 * @param p50Millis time to a request's last byte, from when it was due if it had a time, otherwise from when it was
 *     sent
 * @param bytes average size of a response's body
 * @param sent number of requests, including those for warming up
 * @param cpuMicros processor time of the generator itself for each of them
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
