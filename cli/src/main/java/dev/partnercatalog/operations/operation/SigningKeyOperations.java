package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.operation.Operation.Extra;
import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.RecordTable;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.TokenSettings;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The keys that sign access tokens, and the master key under which they are encrypted. */
public final class SigningKeyOperations {

    /** What is said of a key. */
    public static final Columns<SigningKey> COLUMNS = Columns.<SigningKey>none()
            .with("keyId", "key", key -> Cell.text(key.getKeyId()))
            .with("createdAt", "created", key -> Cell.time(key.getCreatedAt()));

    /** Added to a token's lifetime, for clocks that differ, and for instances that learn late of the next key. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private static final Parameter KEY_ID =
            Parameter.position("key-id", "KEY_ID", Parameter.Form.TEXT, "Id, as shown by 'signing-key list'.");
    private static final Parameter FORCE = Parameter.flag(
            "force", "Also remove the last key, if its master key is lost: the query API creates another.");

    static final List<Operation> ALL = List.of(
            Operation.of(
                            "signing-key rotate",
                            new Words(
                                    "Add a key, which signs at once; older ones still verify, so that no token becomes"
                                            + " invalid. Older keys whose tokens have all expired are removed.",
                                    "Prints one JSON object: keyId, createdAt, removed.",
                                    null),
                            List.of(),
                            SigningKeyOperations::rotate)
                    .with(Extra.MASTER_KEY),
            Operation.of(
                    "signing-key remove",
                    new Words(
                            "Remove a key at once, for example a leaked one: the tokens that it signed stop being"
                                    + " valid. Rotate first, so that another key signs.",
                            "Prints one JSON object: removed.",
                            null),
                    List.of(KEY_ID, FORCE),
                    SigningKeyOperations::remove),
            Operation.of(
                    "signing-key forget-master-key",
                    new Words(
                            "Let the catalog take another master key, because its own is lost. The next key that an"
                                    + " application or a command uses becomes the catalog's; what was made with the"
                                    + " lost one has to be made again.",
                            "",
                            null),
                    List.of(),
                    SigningKeyOperations::forgetMasterKey));

    private SigningKeyOperations() {}

    /** The keys; the first one signs, all verify, as far as the master key can decrypt them. */
    public static List<SigningKey> newestFirst(TableContents<SigningKey> keys) {
        return keys.records().values().stream()
                .sorted(SigningKeyTable.NEWEST_FIRST)
                .toList();
    }

    private static Task rotate(Given given, Means means) {
        SigningKeyMaker maker = new SigningKeyMaker(
                Objects.requireNonNull(means.masterKey(), "a key is encrypted under the master key"), means.clock());
        RecordTable<SigningKey> keys = means.signingKeys();
        return new Task("", entry -> {
            // A key that the maker can't decrypt was changed by others: it neither signs nor verifies.
            List<SigningKey> before =
                    newestFirst(keys.contents()).stream().filter(maker::canOpen).toList();
            SigningKey added = maker.make();
            keys.put(added.getKeyId(), added);
            List<String> spent = spent(before, means.clock().instant());
            spent.forEach(keys::remove);
            entry.target(added.getKeyId());
            entry.detail("removed: " + spent);
            Cell removed = new Cell.Many(spent.stream().map(Cell::text).toList(), false);
            return Result.of("another key signs")
                    .with(COLUMNS.facts(added).and(Part.Facts.of(Part.inJson("removed", removed))));
        });
    }

    /** A key signs until the next newer one is created; its last token expires one token lifetime later. */
    private static List<String> spent(List<SigningKey> newestFirst, Instant now) {
        List<String> spent = new ArrayList<>();
        for (int i = 1; i < newestFirst.size(); i++) {
            Instant signedUntil = newestFirst.get(i - 1).getCreatedAt();
            if (signedUntil.plus(TokenSettings.LIFETIME).plus(MARGIN).isBefore(now)) {
                spent.add(newestFirst.get(i).getKeyId());
            }
        }
        return spent;
    }

    private static Task remove(Given given, Means means) {
        String keyId = given.text(KEY_ID);
        RecordTable<SigningKey> keys = means.signingKeys();
        return new Task(keyId, entry -> {
            remove(keyId, given.isOn(FORCE), keys);
            return Result.of("the key is removed").with(Part.Facts.of(Part.inJson("removed", Cell.text(keyId))));
        });
    }

    private static void remove(String keyId, boolean evenTheLast, RecordTable<SigningKey> keys) {
        TableContents<SigningKey> contents = keys.contents();
        Optional<UnreadableRecord> unreadable = contents.unreadable(keyId);
        if (unreadable.isPresent()) {
            keys.remove(unreadable.get());
            return;
        }
        if (!contents.records().containsKey(keyId)) {
            throw new OperatorFault("there is no signing key " + keyId + ": see './catalog signing-key list'");
        }
        if (contents.records().size() == 1 && !evenTheLast) {
            throw new OperatorFault("the key " + keyId
                    + " is the only one, and without a key no token can be signed: './catalog signing-key rotate'"
                    + " adds one. If its master key is lost, --force removes it");
        }
        keys.remove(keyId);
    }

    private static Task forgetMasterKey(Given given, Means means) {
        Brokers brokers = means.brokers();
        brokers.partitionsOf(CatalogTopic.MASTER_KEY);
        return new Task("", entry -> {
            if (!brokers.masterKey().forget()) {
                throw new OperatorFault("the catalog has no master key yet: it takes the next one that is used");
            }
            return Result.of("the catalog takes the next master key that is used");
        });
    }
}
