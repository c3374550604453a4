package dev.partnercatalog.cli.signingkey;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.cli.connection.LeftOut;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.query.token.SigningKeyMaker;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog signing-key}. Its commands print one JSON object per line, for people and programs alike. */
@Command(
        name = "signing-key",
        description = "List, rotate and remove the keys that sign access tokens.",
        synopsisSubcommandLabel = "COMMAND")
public final class SigningKeyCommand {

    private final Function<ConnectionOptions, SigningKeyAdministration> connector;
    private final BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> masterKeys;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public SigningKeyCommand() {
        this(SigningKeyCommand::connect, MasterKeyOption::load);
    }

    /** @param masterKeys reads the master key, and compares it with the catalog's */
    SigningKeyCommand(
            Function<ConnectionOptions, SigningKeyAdministration> connector,
            BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> masterKeys) {
        this.connector = connector;
        this.masterKeys = masterKeys;
    }

    private static SigningKeyAdministration connect(ConnectionOptions options) {
        KafkaLog.silence();
        return SigningKeyAdministration.connect(options.kafka(), options.registry());
    }

    @Command(
            name = "list",
            description = {
                "Print every key as one JSON object per line, newest first: keyId, createdAt, signs.",
                "One signs new tokens; all verify. Records that aren't valid keys are listed on standard error."
            })
    void list(@Mixin ConnectionOptions connection) {
        SigningKeyAdministration.Keys keys = connector.apply(connection).list();
        List<SigningKey> newestFirst = keys.newestFirst();
        LeftOut.print(keys.unreadable(), spec);
        newestFirst.forEach(key -> print(json(key).put("signs", key.equals(newestFirst.get(0)))));
    }

    @Command(
            name = "rotate",
            description = {
                "Add a key, which signs at once; older ones still verify, so that no token becomes invalid.",
                "Older keys whose tokens have all expired are removed.",
                "Prints one JSON object: keyId, createdAt, removed."
            })
    void rotate(@Mixin MasterKeyOption masterKey, @Mixin AuditOptions audit, @Mixin ConnectionOptions connection) {
        SigningKeyMaker maker = new SigningKeyMaker(masterKeys.apply(masterKey, connection), Clock.systemUTC());
        SigningKeyAdministration keys = connector.apply(connection);
        audit.run(connection, "signing-key rotate", "", entry -> {
            SigningKeyAdministration.Rotation rotation = keys.rotate(maker);
            entry.target(rotation.added().getKeyId());
            entry.detail("removed: " + rotation.removed());
            ObjectNode told = json(rotation.added());
            rotation.removed().forEach(told.putArray("removed")::add);
            print(told);
        });
    }

    @Command(
            name = "remove",
            description = {
                "Remove a key at once, for example a leaked one: the tokens that it signed stop being valid.",
                "Rotate first, so that another key signs. Prints one JSON object: removed."
            })
    void remove(
            @Parameters(paramLabel = "KEY_ID", description = "Id, as shown by 'signing-key list'.") String keyId,
            @Option(
                            names = "--force",
                            description = "Also remove the last key, if its master key is lost: the query API creates"
                                    + " another.")
                    boolean force,
            @Mixin AuditOptions audit,
            @Mixin ConnectionOptions connection) {
        SigningKeyAdministration keys = connector.apply(connection);
        audit.run(connection, "signing-key remove", keyId, entry -> {
            keys.remove(keyId, force);
            print(JsonNodeFactory.instance.objectNode().put("removed", keyId));
        });
    }

    @Command(
            name = "forget-master-key",
            description = {
                "Let the catalog take another master key, because its own is lost.",
                "The next key that an application or a command uses becomes the catalog's; what was made with the lost"
                        + " one has to be made again."
            })
    void forgetMasterKey(@Mixin AuditOptions audit, @Mixin ConnectionOptions connection) {
        KafkaLog.silence();
        Brokers brokers = new Brokers(connection.kafka());
        brokers.partitionsOf(CatalogTopic.MASTER_KEY);
        audit.run(connection, "signing-key forget-master-key", "", entry -> {
            if (!brokers.masterKey().forget()) {
                throw new OperatorFault("the catalog has no master key yet: it takes the next one that is used");
            }
            spec.commandLine().getOut().println("The catalog takes the next master key that is used.");
        });
    }

    private static ObjectNode json(SigningKey key) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("keyId", key.getKeyId())
                .put("createdAt", key.getCreatedAt().toString());
    }

    private void print(ObjectNode line) {
        spec.commandLine().getOut().println(line);
    }
}
