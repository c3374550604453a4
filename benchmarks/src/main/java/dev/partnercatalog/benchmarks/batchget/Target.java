package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.setup.CpuTime;
import java.util.List;

/**
 * Who is asked.
 *
 * @param pids of the processes that answer
 * @param ports that are asked in turn
 */
record Target(String name, List<Long> pids, List<Integer> ports, String token) {

    static Target of(String name, long pid, int port, String token) {
        return new Target(name, List.of(pid), List.of(port), token);
    }

    /** Processor time that the processes have taken. */
    long cpuNanos() {
        return pids.stream().mapToLong(CpuTime::of).sum();
    }
}
