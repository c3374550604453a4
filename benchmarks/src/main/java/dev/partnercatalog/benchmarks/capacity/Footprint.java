package dev.partnercatalog.benchmarks.capacity;

import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.Metrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The memory use of a process, in MiB.
 *
 * @param resident resident in the machine's memory
 * @param heap live objects on the heap after a collection, without the memory tier
 */
record Footprint(double resident, double heap) {

    private static final double MIB = 1 << 20;

    static Footprint of(CatalogProcess application) throws IOException, InterruptedException {
        double resident = Double.parseDouble(output("ps", "-o", "rss=", "-p", Long.toString(application.pid()))
                .strip());
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        output(jcmd.toString(), Long.toString(application.pid()), "GC.run");
        String metrics = application.metrics();
        double heap = metrics.lines()
                .filter(line -> line.startsWith("jvm_memory_used_bytes{") && line.contains("area=\"heap\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        double tier = Metrics.sum(metrics, "catalog_memory_tier_bytes");
        return new Footprint(resident * 1024 / MIB, (heap - (Double.isNaN(tier) ? 0 : tier)) / MIB);
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(command[0] + " failed: " + output);
        }
        return output;
    }
}
