package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord.BrokerEndpoint;
import org.apache.kafka.common.metadata.RegisterBrokerRecord.BrokerEndpointCollection;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.metadata.KRaftMetadataCache;
import org.apache.kafka.server.common.KRaftVersion;
import org.junit.jupiter.api.Test;

/**
 * The fault of Kafka for which a standalone ends hanging transactions (docs/decisions/everywhere.md). If the
 * second test fails, Kafka is mended: then {@code HangingTransactions} can go.
 */
class ForgottenTransactionsTest {

    private static final int BROKER = 1;
    private static final int NO_LEADER = -1;
    private static final Uuid TOPIC = new Uuid(1, 1);
    private static final ListenerName LISTENER = new ListenerName("PLAINTEXT");

    private final KRaftMetadataCache metadata = new KRaftMetadataCache(BROKER, () -> KRaftVersion.KRAFT_VERSION_0);

    @Test
    void a_broker_knows_where_the_leader_of_a_partition_is_and_that_a_deleted_one_has_none() {
        metadata.setImage(imageWithLeader(BROKER));
        assertThat(metadata.getPartitionLeaderEndpoint("t", 0, LISTENER)).isPresent();
        assertThat(metadata.getPartitionLeaderEndpoint("deleted", 0, LISTENER)).isEmpty();
    }

    /** A coordinator skips the end of a transaction at each partition for which this is empty. */
    @Test
    void a_broker_takes_a_partition_without_a_leader_for_a_deleted_one() {
        metadata.setImage(imageWithLeader(NO_LEADER));
        assertThat(metadata.getPartitionLeaderEndpoint("t", 0, LISTENER)).isEmpty();
    }

    private static MetadataImage imageWithLeader(int leader) {
        MetadataDelta delta =
                new MetadataDelta.Builder().setImage(MetadataImage.EMPTY).build();
        BrokerEndpointCollection endpoints = new BrokerEndpointCollection();
        endpoints.add(new BrokerEndpoint()
                .setName(LISTENER.value())
                .setHost("127.0.0.1")
                .setPort(9092)
                .setSecurityProtocol((short) 0));
        delta.replay(new RegisterBrokerRecord()
                .setBrokerId(BROKER)
                .setEndPoints(endpoints)
                .setFenced(false));
        delta.replay(new TopicRecord().setName("t").setTopicId(TOPIC));
        delta.replay(new PartitionRecord()
                .setTopicId(TOPIC)
                .setPartitionId(0)
                .setReplicas(List.of(BROKER))
                .setIsr(List.of(BROKER))
                .setLeader(leader));
        return delta.apply(MetadataProvenance.EMPTY);
    }
}
