package dev.partnercatalog.benchmarks.capacity;

import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.TopicSizes;
import dev.partnercatalog.runtime.KafkaSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * The bytes on disk: of the topics that the applications write, including changelogs, and of each application's stores.
 * Upstream's own topics don't count, nor do topics that only pass records from one step to the next.
 */
record StoredBytes(Map<String, Long> parts) {

    StoredBytes {
        parts = new LinkedHashMap<>(parts);
    }

    /** Measures while the applications are stopped: a closed store has everything in its files. */
    static StoredBytes of(BenchmarkEnvironment.Part environment, KafkaSettings kafka, List<String> applications)
            throws IOException, InterruptedException, ExecutionException {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("topics", TopicSizes.inBytes(kafka).kept().sum());
        for (String application : applications) {
            parts.put(
                    application,
                    folder(environment.folder().resolve(application).resolve("state")));
        }
        return new StoredBytes(parts);
    }

    long sum() {
        return parts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** In MB. */
    String inAll() {
        StringBuilder all = new StringBuilder();
        parts.forEach((part, bytes) -> all.append(String.format(" %s %.1f", part, bytes / 1e6)));
        return all.toString();
    }

    /** What was added, for each of so many things. */
    String addedSince(StoredBytes before, long things) {
        StringBuilder added = new StringBuilder();
        parts.forEach((part, bytes) -> added.append(String.format(
                " %s %.1f", part, (double) (bytes - before.parts.getOrDefault(part, 0L)) / things)));
        return added.toString();
    }

    private static long folder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toFile)
                    .filter(File::isFile)
                    .mapToLong(File::length)
                    .sum();
        }
    }
}
