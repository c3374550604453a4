package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The configuration that all our Kafka Streams applications have in common. */
final class StreamsDefaults {

    private static final int FETCH_BYTES = 8 << 20;

    /** The default is half a second. */
    private static final int GLOBAL_FETCH_WAIT_MS = 20;

    private StreamsDefaults() {}

    /** Properties of an application, with the defaults for those that it doesn't set. */
    static Properties complete(Properties properties) {
        Properties complete = new Properties();
        // Handles faults while a global table is filled like any other; otherwise Kafka Streams logs a warning.
        complete.put("processing.exception.handler.global.enabled", true);
        // Global tables are loaded one partition after the other. Before each, a broker is asked for the beginning, and
        // it first lets the last fetch of the previous partition wait for more records.
        complete.put(StreamsConfig.globalConsumerPrefix(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG), GLOBAL_FETCH_WAIT_MS);
        // With several requests in flight, brokers that met a producer for the first time were seen to refuse them
        // repeatedly as out of order. A single request is larger instead.
        complete.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION), 1);
        // Records of a batch have much in common: most of a listing's bytes, in topics and in the stores' changelogs.
        // With lz4, a batch allocates 130 kB of buffers before its first record, and most batches contain few records;
        // zstd allocates even more.
        complete.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "snappy");
        // Compressed, this is about what the limit on a response's records admits; more would be fetched again.
        complete.put(StreamsConfig.consumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG), FETCH_BYTES);
        // Brokers refuse timestamps an hour ahead of theirs: a resolver with such a clock would fail at every event.
        complete.put(StreamsConfig.topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG), TopicSettings.BROKER_TIME);
        complete.putAll(properties);
        return complete;
    }
}
