package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.query.token.SigningKeyTable;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeyMaker;
import dev.partnercatalog.query.token.TokenServer.TokenSettings;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog signing-key}. Its commands that change something print one JSON object, for people and programs alike. */
@Command(
        name = "signing-key",
        description = "List, rotate and remove the keys that sign access tokens.",
        synopsisSubcommandLabel = "COMMAND")
public final class SigningKeyCommand {

    private record Listed(String keyId, Instant createdAt, boolean signs) {}

    private record Rotated(String keyId, Instant createdAt, List<String> removed) {}

    /** Added to a token's lifetime, for clocks that differ, and for instances that learn late of the next key. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private final Clock clock;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public SigningKeyCommand() {
        this(Clock.systemUTC());
    }

    SigningKeyCommand(Clock clock) {
        this.clock = clock;
    }

    @Command(
            name = "list",
            description = {
                "Print every key, newest first: its id, when it was created, and whether it signs.",
                "One signs new tokens; all verify. Records that aren't valid keys are listed on standard error.",
                "A table on a terminal, otherwise one JSON object per line."
            })
    void list(@Mixin CommandOutput output, @Mixin ConnectionOptions connection) {
        TopicTable<SigningKey> keys = connection.read(CatalogTopic.SIGNING_KEYS, SigningKey.class);
        List<SigningKey> newestFirst = newestFirst(keys);
        List<Listed> listed = newestFirst.stream()
                .map(key -> new Listed(key.getKeyId(), key.getCreatedAt(), key.equals(newestFirst.get(0))))
                .toList();
        TextTable table = new TextTable("key", "created", "signs");
        listed.forEach(key -> table.row(key.keyId, key.createdAt, key.signs));
        output.printForPrograms(listed, table, "there is no signing key");
        CommandOutput.printOmitted(keys.unreadable(), spec);
    }

    @Command(
            name = "rotate",
            description = {
                "Add a key, which signs at once; older ones still verify, so that no token becomes invalid. Older keys"
                        + " whose tokens have all expired are removed.",
                "Prints one JSON object: keyId, createdAt, removed."
            })
    void rotate(@Mixin MasterKeyOption secrets, @Mixin ConnectionOptions connection) {
        SigningKeyMaker maker = new SigningKeyMaker(secrets.load(connection), clock);
        try (OpenTopics topics = connection.open()) {
            // A key that the maker can't decrypt was changed by others: it neither signs nor verifies.
            List<SigningKey> before =
                    newestFirst(keys(topics)).stream().filter(maker::canOpen).toList();
            SigningKey added = maker.make();
            topics.put(CatalogTopic.SIGNING_KEYS, added.getKeyId(), added);
            List<String> spent = spent(before, clock.instant());
            spent.forEach(key -> topics.remove(CatalogTopic.SIGNING_KEYS, key));
            Rotated rotated = new Rotated(added.getKeyId(), added.getCreatedAt(), spent);
            changed("rotate", added.getKeyId() + ", removed: " + spent, Json.of(rotated));
        }
    }

    @Command(
            name = "remove",
            description = {
                "Remove a key at once, for example a leaked one: the tokens that it signed stop being valid. Rotate"
                        + " first, so that another key signs.",
                "Prints one JSON object: removed."
            })
    void remove(
            @Parameters(paramLabel = "KEY_ID", description = "Id, as shown by 'signing-key list'.") String keyId,
            @Option(
                            names = "--force",
                            description =
                                    "Also remove the last key, if its master key is lost: the query API creates another.")
                    boolean force,
            @Mixin ConnectionOptions connection) {
        try (OpenTopics topics = connection.open()) {
            TopicTable<SigningKey> keys = keys(topics);
            if (!keys.holds(keyId)) {
                throw new OperatorFault("there is no signing key " + keyId + ": see './catalog signing-key list'");
            }
            if (keys.get(keyId) != null && keys.records().size() == 1 && !force) {
                throw new OperatorFault("the key " + keyId
                        + " is the only one, and without a key no token can be signed: './catalog signing-key rotate'"
                        + " adds one. If its master key is lost, --force removes it");
            }
            topics.remove(CatalogTopic.SIGNING_KEYS, keyId);
            changed("remove", keyId, Json.of(Map.of("removed", keyId)));
        }
    }

    @Command(
            name = "forget-master-key",
            description =
                    "Let the catalog take the master key that is used next, because its own is lost; what was made"
                            + " with that has to be made again.")
    void forgetMasterKey(@Mixin ConnectionOptions connection) {
        if (!connection.brokers().masterKey().forget()) {
            throw new OperatorFault("the catalog has no master key yet: it takes the next one that is used");
        }
        changed("forget-master-key", "", "the catalog takes the next master key that is used");
    }

    private void changed(String what, String target, String result) {
        CommandOutput.changed(spec, "signing-key " + what, target, result);
    }

    private static TopicTable<SigningKey> keys(OpenTopics topics) {
        return topics.read(CatalogTopic.SIGNING_KEYS, SigningKey.class);
    }

    /** The keys; the first one signs, all verify, as far as the master key can decrypt them. */
    private static List<SigningKey> newestFirst(TopicTable<SigningKey> keys) {
        return keys.records().values().stream()
                .sorted(SigningKeyTable.NEWEST_FIRST)
                .toList();
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
}
