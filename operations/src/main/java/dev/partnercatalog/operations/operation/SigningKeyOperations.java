package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.client.SigningKeyAdministration;
import dev.partnercatalog.operations.operation.Operation.Extra;
import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.Objects;

/** The keys that sign access tokens, and the master key under which they are encrypted. */
public final class SigningKeyOperations {

    /** What is said of a key. */
    public static final Columns<SigningKey> COLUMNS = Columns.<SigningKey>none()
            .with("keyId", "key", key -> Cell.text(key.getKeyId()))
            .with("createdAt", "created", key -> Cell.time(key.getCreatedAt()));

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

    private static Task rotate(Given given, Means means) {
        SigningKeyMaker maker = new SigningKeyMaker(
                Objects.requireNonNull(means.masterKey(), "a key is encrypted under the master key"), means.clock());
        SigningKeyAdministration keys = means.signingKeys();
        return new Task("", entry -> {
            SigningKeyAdministration.Rotation rotation = keys.rotate(maker);
            entry.target(rotation.added().getKeyId());
            entry.detail("removed: " + rotation.removed());
            Cell removed =
                    new Cell.Many(rotation.removed().stream().map(Cell::text).toList(), false);
            return Result.of("another key signs")
                    .with(COLUMNS.facts(rotation.added()).and(Part.Facts.of(Part.inJson("removed", removed))));
        });
    }

    private static Task remove(Given given, Means means) {
        String keyId = given.text(KEY_ID);
        SigningKeyAdministration keys = means.signingKeys();
        return new Task(keyId, entry -> {
            keys.remove(keyId, given.isOn(FORCE));
            return Result.of("the key is removed").with(Part.Facts.of(Part.inJson("removed", Cell.text(keyId))));
        });
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
