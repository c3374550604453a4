package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.AnsweredCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.revision.RevisionSequence;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Everything kept about partners, in one store; the beginning of a row's key shows what the row is. A partner's id
 * contains no slash, so no two rows share a key. Not thread-safe.
 */
final class PartnerStore {

    static final String CONFIG = "config/";
    static final String CONTROL = "control/";
    private static final String ANSWER = "answer/";
    private static final String ANSWERED = "answered/";
    private static final String REVISIONS = "revisions";

    /** No idempotency key contains it. */
    private static final String SEPARATOR = "\n";

    /**
     * A result that is kept.
     *
     * @param bytes its size
     */
    record Kept(String idempotencyKey, int bytes) {

        static Kept of(String line) {
            int space = line.indexOf(' ');
            return new Kept(line.substring(space + 1), Integer.parseInt(line.substring(0, space)));
        }

        String line() {
            return bytes + " " + idempotencyKey;
        }
    }

    private final KeyValueStore<String, byte[]> store;
    private final StringSerializer keys = new StringSerializer();
    private final SingleObjectSerde<PartnerConfig> configs =
            new SingleObjectSerde<>(PartnerConfig.class, ReleasedSchemas.of(CatalogTopic.PARTNER_CONFIGS));
    private final SingleObjectSerde<WebhookControl> controls = new SingleObjectSerde<>(WebhookControl.class);
    private final SingleObjectSerde<AnsweredCommand> answers = new SingleObjectSerde<>(AnsweredCommand.class);

    PartnerStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    @Nullable
    PartnerConfig config(String partnerId) {
        byte[] config = store.get(CONFIG + partnerId);
        return config == null ? null : configs.decode(config);
    }

    void putConfig(String partnerId, @Nullable PartnerConfig config) {
        store.put(CONFIG + partnerId, config == null ? null : configs.encode(config));
    }

    /**
     * What is requested of the partner's webhook, even for a partner that is gone; the default if nothing was ever
     * requested.
     */
    WebhookControl control(String partnerId) {
        byte[] control = store.get(CONTROL + partnerId);
        return control == null ? WebhookControl.newBuilder().build() : controls.decode(control);
    }

    void putControl(String partnerId, WebhookControl control) {
        store.put(CONTROL + partnerId, controls.encode(control));
    }

    /** The result of a command with an idempotency key; null if unknown. */
    @Nullable
    AnsweredCommand answer(String partnerId, String idempotencyKey) {
        byte[] answer = store.get(answerKey(partnerId, idempotencyKey));
        return answer == null ? null : answers.decode(answer);
    }

    /** Keeps a result; it must be listed with {@link #putKept} too. */
    Kept putAnswer(String partnerId, String idempotencyKey, AnsweredCommand answer) {
        byte[] bytes = answers.encode(answer);
        store.put(answerKey(partnerId, idempotencyKey), bytes);
        return new Kept(idempotencyKey, bytes.length);
    }

    void deleteAnswer(String partnerId, String idempotencyKey) {
        store.delete(answerKey(partnerId, idempotencyKey));
    }

    /** A partner's results, the oldest first. */
    List<Kept> kept(String partnerId) {
        byte[] kept = store.get(ANSWERED + partnerId);
        return kept == null
                ? List.of()
                : new String(kept, StandardCharsets.UTF_8).lines().map(Kept::of).toList();
    }

    void putKept(String partnerId, List<Kept> kept) {
        String lines = kept.stream().map(Kept::line).collect(Collectors.joining(SEPARATOR));
        store.put(ANSWERED + partnerId, lines.getBytes(StandardCharsets.UTF_8));
    }

    /** When the result in a row of {@link #answers} was given. */
    long answeredAt(byte[] answer) {
        return answers.decode(answer).getAnsweredAt();
    }

    /**
     * The rows of results.
     *
     * @param from the row to start with; null for the first
     */
    KeyValueIterator<String, byte[]> answers(@Nullable String from) {
        return from == null ? store.prefixScan(ANSWER, keys) : store.range(from, ANSWER + Character.MAX_VALUE);
    }

    void deleteAnswers(List<String> rows) {
        rows.forEach(store::delete);
    }

    RevisionSequence revisions() {
        return new RevisionSequence(store, REVISIONS);
    }

    private static String answerKey(String partnerId, String idempotencyKey) {
        return ANSWER + partnerId + "/" + idempotencyKey;
    }
}
