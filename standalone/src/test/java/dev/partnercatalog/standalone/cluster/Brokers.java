package dev.partnercatalog.standalone.cluster;

/** The Kafka cluster under a {@link Cluster}. */
interface Brokers extends AutoCloseable {

    /** The address to which clients connect first. */
    String bootstrapServers();

    /** The replication factor of each topic. */
    short replicationFactor();

    /** Ends all of them without warning. */
    @Override
    void close();
}
