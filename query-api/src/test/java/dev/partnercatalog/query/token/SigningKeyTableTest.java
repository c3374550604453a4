package dev.partnercatalog.query.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.RSAKey;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeyMaker;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyTableTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final GlobalTable<SigningKey> table =
            new GlobalTable<>(CatalogTopic.SIGNING_KEYS, SigningKey.class, registry, "catalog.", 1);
    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), "catalog.");
    private final TopologyTestDriver driver = start();

    @SuppressWarnings("NullAway.Init")
    private MasterKey masterKey;

    @SuppressWarnings("NullAway.Init")
    private SigningKeyTable keys;

    @BeforeEach
    void makeMasterKey() {
        masterKey = MasterKey.loadOrCreate(folder.resolve("secret"));
        keys = new SigningKeyTable(table, masterKey);
    }

    @AfterEach
    void close() {
        driver.close();
        registryServer.close();
    }

    @Test
    void D17_a_created_key_can_be_read_back_and_signs() throws Exception {
        assertThat(keys.isEmpty()).isTrue();
        assertThat(keys.keys().newestFirst()).isEmpty();
        SigningKey made = make(masterKey, 0);
        put(made.getKeyId(), made);
        assertThat(keys.isEmpty()).isFalse();
        RSAKey key = keys.keys().newestFirst().get(0);
        assertThat(key.getKeyID()).isEqualTo(made.getKeyId());
        assertThat(key.isPrivate()).isTrue();
        assertThat(key.size()).isEqualTo(2048);
    }

    @Test
    void D27_a_private_key_is_not_stored_in_clear() {
        SigningKey made = make(masterKey, 0);
        String stored = new String(made.getEncryptedKey().array(), StandardCharsets.ISO_8859_1);
        assertThat(stored).doesNotContain("RSA", "\"d\"", "kty");
    }

    @Test
    void D17_the_newest_key_comes_first_and_keys_can_be_removed() {
        SigningKey oldest = make(masterKey, 0);
        SigningKey newest = make(masterKey, 20);
        SigningKey middle = make(masterKey, 10);
        put(oldest.getKeyId(), oldest);
        put(newest.getKeyId(), newest);
        put(middle.getKeyId(), middle);
        assertThat(keys.keys().newestFirst())
                .extracting(RSAKey::getKeyID)
                .containsExactly(newest.getKeyId(), middle.getKeyId(), oldest.getKeyId());
        put(newest.getKeyId(), null);
        assertThat(keys.keys().newestFirst())
                .extracting(RSAKey::getKeyID)
                .containsExactly(middle.getKeyId(), oldest.getKeyId());
    }

    @Test
    void keys_are_decrypted_once_per_change_of_the_table() {
        SigningKey made = make(masterKey, 0);
        put(made.getKeyId(), made);
        assertThat(keys.keys().newestFirst()).isSameAs(keys.keys().newestFirst());
    }

    @Test
    void a_key_under_another_master_key_or_an_invalid_one_is_left_out() {
        SigningKey good = make(masterKey, 0);
        put(good.getKeyId(), good);
        SigningKey foreign = make(MasterKey.loadOrCreate(folder.resolve("other")), 10);
        put(foreign.getKeyId(), foreign);
        byte[] noKey = masterKey.encrypt("signing-key", "0/none", "{}".getBytes(StandardCharsets.UTF_8));
        put("none", new SigningKey("none", Instant.EPOCH, ByteBuffer.wrap(noKey)));
        assertThat(keys.keys().newestFirst()).extracting(RSAKey::getKeyID).containsExactly(good.getKeyId());
        put(good.getKeyId(), null);
        assertThat(keys.keys().newestFirst()).isEmpty();
        assertThat(keys.isEmpty()).isFalse();
    }

    @Test
    void D17_a_key_whose_id_or_creation_time_was_changed_is_left_out_and_named() {
        SigningKey signs = make(masterKey, 10);
        put(signs.getKeyId(), signs);
        SigningKey removed = make(masterKey, 0);
        SigningKey newer = SigningKey.newBuilder(removed)
                .setCreatedAt(Instant.EPOCH.plusSeconds(99))
                .build();
        put(newer.getKeyId(), newer);
        SigningKey renamed = SigningKey.newBuilder(removed).setKeyId("renamed").build();
        put("renamed", renamed);
        assertThat(keys.keys().newestFirst()).extracting(RSAKey::getKeyID).containsExactly(signs.getKeyId());
        unreadable.examine();
        assertThat(unreadable.count(CatalogTopic.SIGNING_KEYS)).isEqualTo(2);
        put(removed.getKeyId(), removed);
        put("renamed", null);
        unreadable.examine();
        assertThat(keys.keys().newestFirst())
                .extracting(RSAKey::getKeyID)
                .containsExactly(signs.getKeyId(), removed.getKeyId());
        assertThat(unreadable.count(CatalogTopic.SIGNING_KEYS)).isZero();
    }

    @Test
    void unreadable_records_are_not_keys_and_stop_no_other() {
        putBytes("ghost", new byte[0]);
        putBytes("not/a/key", new byte[] {1});
        assertThat(keys.isEmpty()).isTrue();
        assertThat(keys.keys().newestFirst()).isEmpty();
        SigningKey made = make(masterKey, 0);
        put(made.getKeyId(), made);
        put("another", made);
        assertThat(keys.keys().newestFirst()).extracting(RSAKey::getKeyID).containsExactly(made.getKeyId());
        unreadable.examine();
        assertThat(unreadable.count(CatalogTopic.SIGNING_KEYS)).isEqualTo(3);
    }

    private static SigningKey make(MasterKey masterKey, int seconds) {
        Clock clock = Clock.fixed(Instant.EPOCH.plusSeconds(seconds), ZoneOffset.UTC);
        return new SigningKeyMaker(masterKey, clock).make();
    }

    private void put(String keyId, @Nullable SigningKey key) {
        driver.createInputTopic(
                        "catalog.signing-keys",
                        new StringSerializer(),
                        new RecordSerializer<SigningKey>(registry, CatalogTopic.SIGNING_KEYS))
                .pipeInput(keyId, key);
    }

    private void putBytes(String key, byte[] value) {
        driver.createInputTopic("catalog.signing-keys", new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, value);
    }

    private TopologyTestDriver start() {
        Topology topology = new Topology();
        table.addTo(topology, unreadable, key -> keys.requireOpen(key));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        TopologyTestDriver started = new TopologyTestDriver(topology, properties);
        table.bind(started::getKeyValueStore);
        return started;
    }
}
