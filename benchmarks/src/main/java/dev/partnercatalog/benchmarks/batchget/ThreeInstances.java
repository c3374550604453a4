package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.setup.ApiInstance;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Three instances of the query API, each of which has the whole catalog. */
final class ThreeInstances implements AutoCloseable {

    private static final int INSTANCES = 3;

    private final List<ApiInstance> instances = new ArrayList<>();

    private ThreeInstances() {}

    /** Starts them; doesn't wait. */
    static ThreeInstances start(BenchmarkEnvironment.Part environment, int partitions, Path folder) throws IOException {
        ThreeInstances three = new ThreeInstances();
        try {
            for (int i = 0; i < INSTANCES; i++) {
                three.instances.add(ApiInstance.start(
                        environment,
                        environment.kafka(partitions),
                        folder.resolve("three-" + i),
                        "--issuer=http://127.0.0.1:1"));
            }
            return three;
        } catch (IOException e) {
            three.close();
            throw e;
        }
    }

    void awaitServing() throws IOException, InterruptedException {
        for (ApiInstance instance : instances) {
            instance.awaitServing();
        }
    }

    Target target() throws IOException, InterruptedException {
        return new Target(
                "three",
                instances.stream().map(ApiInstance::pid).toList(),
                instances.stream().map(ApiInstance::port).toList(),
                instances.get(0).token(),
                Batch.BARCODES);
    }

    @Override
    public void close() {
        // Start all of them before waiting for one.
        instances.stream()
                .map(ApiInstance::pid)
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .forEach(ProcessHandle::destroy);
        instances.forEach(ApiInstance::close);
    }
}
