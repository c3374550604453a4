package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.AnsweredCommand;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.Refusal;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what was answered to commands that were carried out and carry an idempotency key, so that a caller who
 * never saw the answer can ask again without the change being made twice.
 */
final class AnsweredCommands {

    /** A caller that repeats a request does it within minutes; a day leaves room for an outage. */
    private static final Duration KEPT = Duration.ofHours(24);

    private final KeyValueStore<String, AnsweredCommand> store;

    AnsweredCommands(KeyValueStore<String, AnsweredCommand> store) {
        this.store = store;
    }

    /** The answer to an earlier command with the same key, addressed to this one; null where there was none. */
    @Nullable
    PartnerCommandResult find(PartnerCommand command) {
        AnsweredCommand earlier = command.getIdempotencyKey() == null ? null : store.get(key(command));
        if (earlier == null) {
            return null;
        }
        boolean same = earlier.getRequestHash().equals(command.getRequestHash());
        PartnerCommandResult result = earlier.getResult();
        return new PartnerCommandResult(
                command.getCommandId(),
                command.getPartnerId(),
                same ? null : new Refusal("IDEMPOTENCY_KEY_REUSED", List.of()),
                same ? result.getConfig() : null,
                same);
    }

    /** Does nothing where the command has no key. */
    void remember(PartnerCommand command, PartnerCommandResult result, long now) {
        if (command.getIdempotencyKey() != null) {
            store.put(key(command), new AnsweredCommand(now, command.getRequestHash(), result));
        }
    }

    /** Drops what is older than it need be. */
    void forget(long now) {
        try (KeyValueIterator<String, AnsweredCommand> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, AnsweredCommand> entry = all.next();
                if (now - entry.value.getAnsweredAt() > KEPT.toMillis()) {
                    store.delete(entry.key);
                }
            }
        }
    }

    /** A partner's id holds no slash, so no two partners share a key. */
    private static String key(PartnerCommand command) {
        return command.getPartnerId() + "/" + command.getIdempotencyKey();
    }
}
