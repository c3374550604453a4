package dev.partnercatalog.benchmarks.batchget;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.benchmarks.setup.ApiInstance;
import dev.partnercatalog.benchmarks.setup.CatalogTopics;
import dev.partnercatalog.benchmarks.setup.Environment;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.runtime.KafkaSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Three instances of the query API on a catalog of their own, of which each holds a third and no copies. */
final class ThreeInstances implements AutoCloseable {

    private static final int INSTANCES = 3;

    private final List<ApiInstance> instances = new ArrayList<>();

    private ThreeInstances() {}

    static ThreeInstances start(
            Environment.Part environment, int partitions, int variants, Path folder, List<String> options)
            throws Exception {
        KafkaSettings kafka = environment.kafka("three.", partitions);
        new TopicWriter(kafka, environment.registry()).close();
        ThreeInstances three = new ThreeInstances();
        try {
            // Before there is any data: then nobody has more of it than the others, and all get their share at once.
            for (int i = 0; i < INSTANCES; i++) {
                three.instances.add(ApiInstance.start(
                        environment,
                        kafka,
                        folder.resolve("three-" + i),
                        options,
                        "--standbys=0",
                        "--issuer=http://127.0.0.1:1"));
            }
            for (ApiInstance instance : three.instances) {
                instance.awaitServing();
            }
            new CatalogTopics(kafka, environment.registry(), variants).write();
            for (ApiInstance instance : three.instances) {
                instance.process().awaitCaughtUp();
                instance.awaitServing();
                requireShare(instance, partitions / INSTANCES);
            }
            return three;
        } catch (Exception e) {
            three.close();
            throw e;
        }
    }

    private static void requireShare(ApiInstance instance, int share) throws IOException, InterruptedException {
        JsonNode partitions = new ObjectMapper()
                .readTree(instance.process().get("/internal/partitions").body());
        int held = 0;
        for (JsonNode partition : partitions) {
            held += partition.path("table").asText().equals("resolved-variants") ? 1 : 0;
        }
        if (held != share) {
            throw new IOException("an instance holds " + held + " partitions and not " + share + ": " + partitions);
        }
    }

    Target target() throws IOException, InterruptedException {
        return new Target(
                "three",
                instances.stream().map(ApiInstance::pid).toList(),
                instances.stream().map(ApiInstance::port).toList(),
                instances.get(0).token());
    }

    @Override
    public void close() {
        // All at once, before one is waited for.
        instances.stream()
                .map(ApiInstance::pid)
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .forEach(ProcessHandle::destroy);
        instances.forEach(ApiInstance::close);
    }
}
