package dev.partnercatalog.standalone.cluster;

/** The Kafka cluster under a {@link Cluster}. */
interface Brokers extends AutoCloseable {

    /** Where clients connect first. */
    String bootstrapServers();

    /** Of each topic. */
    short replicationFactor();

    /** Ends all of them without a warning. */
    @Override
    void close();
}
