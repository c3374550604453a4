package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.setup.CpuTime;
import java.util.List;

/**
 * The recipient of requests.
 *
 * @param pids processes that answer
 * @param ports ports to use in turn
 * @param batch what each request asks for
 */
record Target(String name, List<Long> pids, List<Integer> ports, String token, Batch batch) {

    static Target of(String name, long pid, int port, String token) {
        return new Target(name, List.of(pid), List.of(port), token, Batch.BARCODES);
    }

    Target asking(Batch other) {
        return new Target(name, pids, ports, token, other);
    }

    /** Processor time used by the processes. */
    long cpuNanos() {
        return pids.stream().mapToLong(CpuTime::of).sum();
    }
}
