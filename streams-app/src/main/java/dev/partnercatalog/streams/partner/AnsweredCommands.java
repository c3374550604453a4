package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.AnsweredCommand;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.streams.partner.PartnerStore.Kept;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the results of commands that were carried out and have an idempotency key, so that a caller who never saw
 * the result can repeat the request without the change being made twice. A result contains a whole configuration, so
 * only the latest ones of each partner are kept. Not thread-safe.
 */
final class AnsweredCommands {

    /** Callers repeat a request within minutes; a day leaves room for an outage. */
    private static final Duration KEPT = Duration.ofHours(24);

    /** The number of results kept for a partner. */
    static final int KEPT_OF_PARTNER = 100;

    /** Their size, at most; the latest one is kept whatever its size. A result contains a whole configuration (D34). */
    static final int KEPT_BYTES = 16 << 20;

    /** How many results are checked at a time: events that arrive meanwhile have to wait. */
    private static final int LOOKED_AT = 100;

    private final PartnerStore store;

    /** Where the next check for outdated results starts. */
    private @Nullable String next;

    AnsweredCommands(PartnerStore store) {
        this.store = store;
    }

    /** The result of an earlier command with the same key, readdressed to this one; null if there is none. */
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

    /** Does nothing if the command has no key. */
    void remember(PartnerCommand command, PartnerCommandResult result, long now) {
        String idempotencyKey = command.getIdempotencyKey();
        if (idempotencyKey == null) {
            return;
        }
        String partnerId = command.getPartnerId();
        Deque<Kept> kept = new ArrayDeque<>(store.kept(partnerId));
        kept.removeIf(earlier -> earlier.idempotencyKey().equals(idempotencyKey));
        kept.add(
                store.putAnswer(partnerId, idempotencyKey, new AnsweredCommand(now, command.getRequestHash(), result)));
        long bytes = kept.stream().mapToLong(Kept::bytes).sum();
        while (kept.size() > KEPT_OF_PARTNER || (bytes > KEPT_BYTES && kept.size() > 1)) {
            Kept oldest = kept.remove();
            bytes -= oldest.bytes();
            store.deleteAnswer(partnerId, oldest.idempotencyKey());
        }
        store.putKept(partnerId, List.copyOf(kept));
    }

    /** Drops outdated results among the next few, and starts over after the last one. */
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
