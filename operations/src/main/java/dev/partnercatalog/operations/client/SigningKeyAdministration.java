package dev.partnercatalog.operations.client;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.RecordTable;
import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.TokenSettings;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An operator's actions on the keys that sign tokens (D17). A change is durable when a method returns. */
public final class SigningKeyAdministration {

    /** Added to a token's lifetime, for clocks that differ, and for instances that learn late of the next key. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private final RecordTable<SigningKey> directory;
    private final Clock clock;

    public SigningKeyAdministration(RecordTable<SigningKey> directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * Its methods throw {@link OperatorFault} if the brokers are unavailable or the topic of signing keys doesn't
     * exist.
     */
    public static SigningKeyAdministration connect(KafkaSettings kafka, SchemaRegistry registry) {
        return new SigningKeyAdministration(
                new RecordTopic<>(CatalogTopic.SIGNING_KEYS, SigningKey.class, kafka, registry), Clock.systemUTC());
    }

    /**
     * The result of a rotation.
     *
     * @param added the key that signs from now on
     * @param removed ids of the keys whose tokens have all expired
     */
    public record Rotation(SigningKey added, List<String> removed) {

        public Rotation {
            removed = List.copyOf(removed);
        }
    }

    /**
     * The existing keys.
     *
     * @param newestFirst the first one signs, all verify, as far as the master key can decrypt them
     * @param unreadable records that are not valid keys, and are left out
     */
    public record Keys(List<SigningKey> newestFirst, List<UnreadableRecord> unreadable) {

        public Keys {
            newestFirst = List.copyOf(newestFirst);
            unreadable = List.copyOf(unreadable);
        }
    }

    public Keys list() {
        TableContents<SigningKey> contents = directory.contents();
        return new Keys(
                contents.records().values().stream()
                        .sorted(SigningKeyTable.NEWEST_FIRST)
                        .toList(),
                contents.unreadable());
    }

    /**
     * Adds a key, which signs at once, and removes those that are no longer needed. A key that the maker can't decrypt
     * was changed by others: it neither signs nor verifies, and is ignored here.
     *
     * @param maker has the catalog's master key
     */
    public Rotation rotate(SigningKeyMaker maker) {
        List<SigningKey> before =
                list().newestFirst().stream().filter(maker::canOpen).toList();
        SigningKey added = maker.make();
        directory.put(added.getKeyId(), added);
        List<String> spent = spent(before);
        spent.forEach(directory::remove);
        return new Rotation(added, spent);
    }

    /**
     * Removes a key at once, even one that can't be read; the tokens that it signed stop being valid.
     *
     * @param evenTheLast whether the last one may be removed, which is necessary if its master key is lost: the query
     *     API then creates another one
     * @throws OperatorFault if there is no such key, or no other one
     */
    public void remove(String keyId, boolean evenTheLast) {
        TableContents<SigningKey> keys = directory.contents();
        Optional<UnreadableRecord> unreadable = keys.unreadable(keyId);
        if (unreadable.isPresent()) {
            directory.remove(unreadable.get());
            return;
        }
        if (!keys.records().containsKey(keyId)) {
            throw new OperatorFault("there is no signing key " + keyId + ": see './catalog signing-key list'");
        }
        if (keys.records().size() == 1 && !evenTheLast) {
            throw new OperatorFault("the key " + keyId
                    + " is the only one, and without a key no token can be signed: './catalog signing-key rotate'"
                    + " adds one. If its master key is lost, --force removes it");
        }
        directory.remove(keyId);
    }

    /** A key signs until the next newer one is created; its last token expires one token lifetime later. */
    private List<String> spent(List<SigningKey> newestFirst) {
        Instant now = clock.instant();
        List<String> spent = new ArrayList<>();
        for (int i = 1; i < newestFirst.size(); i++) {
            Instant signedUntil = newestFirst.get(i - 1).getCreatedAt();
            if (signedUntil.plus(TokenSettings.LIFETIME).plus(MARGIN).isBefore(now)) {
                spent.add(newestFirst.get(i).getKeyId());
            }
        }
        return spent;
    }
}
