package dev.partnercatalog.benchmarks.setup;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Processor time used by processes: other load on the machine changes it little. */
public final class CpuTime {

    private CpuTime() {}

    /** In nanoseconds. */
    public static long ofThisProcess() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** In nanoseconds, of a running process of the benchmarks. */
    public static long of(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElseThrow(() -> new IllegalStateException("process " + pid + " reports no processor time"));
    }
}
