package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * What an instance is told of an application that divides its work into tasks, whatever its work is.
 *
 * @param stateDir the folder of the stores; if it is lost, they are rebuilt from Kafka
 * @param threads how many tasks run at the same time
 * @param storeMemoryBytes the memory outside the heap for all stores together
 * @param group how this instance shares the work with the others
 * @param host of the internal address, for metrics and probes
 * @param internalPort of the internal address; 0 for a free one
 */
public record InstanceSettings(
        Path stateDir, int threads, long storeMemoryBytes, GroupSettings group, String host, int internalPort) {

    /** Addresses are for this machine alone unless the operator says something else. */
    public static final String DEFAULT_HOST = "127.0.0.1";

    /** With the defaults of everything else. */
    public static InstanceSettings of(Path stateDir, long storeMemoryBytes) {
        return new InstanceSettings(
                stateDir, defaultThreads(), storeMemoryBytes, GroupSettings.DEFAULT, DEFAULT_HOST, 0);
    }

    /** One for each processor, up to four. */
    public static int defaultThreads() {
        return Math.min(4, Runtime.getRuntime().availableProcessors());
    }

    /** Applies these settings, and those of the topics, to those of Kafka Streams. */
    public void applyTo(Map<Object, Object> properties, RocksDbMemory memory, TopicSettings topics) {
        memory.applyTo(properties);
        group.applyTo(properties);
        properties.put(
                StreamsConfig.STATE_DIR_CONFIG, StateFolder.inside(stateDir).toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        properties.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) topics.replicationFactor());
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        properties.put(
                StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), TopicSettings.MAX_RECORD_BYTES);
        properties.put(StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG), TopicSettings.MAX_RECORD_BYTES);
        properties.put(
                StreamsConfig.topicPrefix(TopicConfig.DELETE_RETENTION_MS_CONFIG),
                TopicSettings.TOMBSTONE_RETENTION.toMillis());
    }
}
