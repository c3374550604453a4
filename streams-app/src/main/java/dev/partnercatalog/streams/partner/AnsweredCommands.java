package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.AnsweredCommand;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what was answered to commands that were carried out and carry an idempotency key, so that a caller who
 * never saw the answer can ask again without the change being made twice. An answer holds a whole configuration, so no
 * more than the latest of each partner are kept. Not thread-safe.
 */
final class AnsweredCommands {

    /** A caller that repeats a request does it within minutes; a day leaves room for an outage. */
    private static final Duration KEPT = Duration.ofHours(24);

    /** How many answers of a partner are kept. */
    static final int KEPT_OF_PARTNER = 100;

    /** How many answers are looked at in one go: the events that come meanwhile wait for it. */
    private static final int LOOKED_AT = 100;

    private final PartnerStore store;

    /** Where the next look for what is too old begins. */
    private @Nullable String next;

    AnsweredCommands(PartnerStore store) {
        this.store = store;
    }

    /** The answer to an earlier command with the same key, addressed to this one; null where there was none. */
    @Nullable
    PartnerCommandResult find(PartnerCommand command) {
        String idempotencyKey = command.getIdempotencyKey();
        AnsweredCommand earlier = idempotencyKey == null ? null : store.answer(command.getPartnerId(), idempotencyKey);
        if (earlier == null) {
            return null;
        }
        boolean same = earlier.getRequestHash().equals(command.getRequestHash());
        PartnerCommandResult result = earlier.getResult();
        return new PartnerCommandResult(
                command.getCommandId(),
                command.getPartnerId(),
                same ? null : new Refusal(RefusalCode.IDEMPOTENCY_KEY_REUSED, List.of()),
                same ? result.getConfig() : null,
                same);
    }

    /** Does nothing where the command has no key. */
    void remember(PartnerCommand command, PartnerCommandResult result, long now) {
        String idempotencyKey = command.getIdempotencyKey();
        if (idempotencyKey == null) {
            return;
        }
        String partnerId = command.getPartnerId();
        List<String> keys = new ArrayList<>(store.answeredKeys(partnerId));
        keys.remove(idempotencyKey);
        keys.add(idempotencyKey);
        if (keys.size() > KEPT_OF_PARTNER) {
            store.putAnswer(partnerId, keys.remove(0), null);
        }
        store.putAnsweredKeys(partnerId, keys);
        store.putAnswer(partnerId, idempotencyKey, new AnsweredCommand(now, command.getRequestHash(), result));
    }

    /** Drops what is older than it need be among the next few answers, and begins again behind the last. */
    void forget(long now) {
        List<String> old = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> answers = store.answers(next)) {
            for (int i = 0; i < LOOKED_AT && answers.hasNext(); i++) {
                KeyValue<String, byte[]> answer = answers.next();
                if (now - store.answeredAt(answer.value) > KEPT.toMillis()) {
                    old.add(answer.key);
                }
            }
            next = answers.hasNext() ? answers.peekNextKey() : null;
        }
        store.deleteAnswers(old);
    }
}
