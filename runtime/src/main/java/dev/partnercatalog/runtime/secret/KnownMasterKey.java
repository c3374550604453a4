package dev.partnercatalog.runtime.secret;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * What a catalog remembers of its master key: a fingerprint in the topic {@code master-key}, from the key's first use
 * on. Whatever is derived from another key, or encrypted under it, looks right and is of no use, so everybody who has a
 * master key compares it before anything else (D27). The fingerprint is 32 bytes without a schema, so that a comparison
 * never waits for the registry.
 *
 * <p>Its methods throw {@link BrokerUnavailableException} if the brokers don't answer. Thread-safe.
 *
 * @param topic its full name; if it doesn't exist, no key is known
 * @param consumers without a group, that create no topics
 */
public record KnownMasterKey(
        String topic, Supplier<Consumer<byte[], byte[]>> consumers, Supplier<Producer<byte[], byte[]>> producers) {

    private static final byte[] KEY = "master-key".getBytes(StandardCharsets.US_ASCII);
    private static final int PARTITION = 0;

    /** For the applications, which use each client once. */
    public static KnownMasterKey of(KafkaSettings kafka) {
        return new KnownMasterKey(
                CatalogTopic.MASTER_KEY.name(kafka.topics().prefix()),
                () -> LogReader.consumer(kafka.properties()),
                () -> new KafkaProducer<>(kafka.properties(), new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /** Compares a key with the one that is known, if one is; throws {@link SecretException} if it is another one. */
    public void require(MasterKey key) {
        requireSame(known(), key);
    }

    /** The same, but remembers the key if none is known. */
    public void establish(MasterKey key) {
        byte[] known = known();
        if (known == null) {
            write(key.fingerprint());
            known = known();
            if (known != null && !isOf(key, known)) {
                // Somebody else was faster, with another key: theirs stays the newest record when the log is compacted.
                write(known);
            }
        }
        requireSame(known, key);
    }

    /** Forgets the key, so that the next one that is used is remembered. Returns whether one was known. */
    public boolean forget() {
        if (known() == null) {
            return false;
        }
        write(null);
        return true;
    }

    private static boolean isOf(MasterKey key, byte[] fingerprint) {
        return MessageDigest.isEqual(fingerprint, key.fingerprint());
    }

    private static void requireSame(byte @Nullable [] known, MasterKey key) {
        if (known != null && !isOf(key, known)) {
            throw new SecretException("the master key in " + key.file()
                    + " isn't the one that this catalog was made with, so nothing was done: specify the file with the"
                    + " catalog's own key (--secrets, $CATALOG_SECRETS). If that key is lost,"
                    + " './catalog signing-key forget-master-key' lets the catalog take another one");
        }
    }

    /** The first fingerprint since the last one was forgotten: whoever uses a key first decides. */
    private byte @Nullable [] known() {
        byte[][] first = {null};
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            new LogReader(consumer, topic).read(PARTITION, record -> {
                if (Arrays.equals(KEY, record.key()) && (record.value() == null || first[0] == null)) {
                    first[0] = record.value();
                }
            });
        }
        return first[0];
    }

    private void write(byte @Nullable [] fingerprint) {
        try (Producer<byte[], byte[]> producer = producers.get()) {
            producer.send(new ProducerRecord<>(topic, PARTITION, KEY, fingerprint))
                    .get();
        } catch (ExecutionException | KafkaException e) {
            throw new BrokerUnavailableException(
                    "the master key's fingerprint was not stored in topic " + topic + ": " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerUnavailableException("interrupted before the master key's fingerprint was stored", e);
        }
    }
}
