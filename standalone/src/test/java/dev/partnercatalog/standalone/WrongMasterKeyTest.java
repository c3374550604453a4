package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.Catalog;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Whoever has another master key than the catalog's is told so, and does nothing (D27). */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class WrongMasterKeyTest {

    private static final String PREFIX = "keys.";
    private static final String LOST = "lost-keys.";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void D27_every_command_with_another_master_key_than_the_catalog_s_says_so_and_changes_nothing(
            CatalogAddresses catalog) throws Exception {
        Path right = key("right.key");
        Path wrong = key("wrong.key");
        try (Site site = Site.at(catalog, folder, right)) {
            KafkaSettings kafka = site.kafka(PREFIX, 2);
            site.addresses(kafka).create();
            // The first use decides.
            site.run(0, PREFIX, "client", "create", "--partner-id=p", "--secrets=" + right);
            String backup = folder.resolve("right.backup").toString();
            site.run(0, PREFIX, "backup", backup, "--secrets=" + right);
            Map<String, List<String>> commands = Map.of(
                    "client create", List.of("--partner-id=p"),
                    "signing-key rotate", List.of(),
                    "webhooks authentication set", List.of("p", "--header=X-Api-Key=" + right),
                    "backup", List.of(folder.resolve("wrong.backup").toString()),
                    "restore", List.of(backup));
            Set<String> tried = new TreeSet<>(Set.of("query-api", "webhook-sink"));
            tried.addAll(commands.keySet());
            assertThat(withMasterKey(Catalog.commandLine(), ""))
                    .as("every command with --secrets is tried here")
                    .isEqualTo(tried);

            Map<TopicPartition, Long> before = ends(kafka);
            for (Map.Entry<String, List<String>> command : commands.entrySet()) {
                List<String> arguments =
                        new ArrayList<>(List.of(command.getKey().split(" ", -1)));
                arguments.addAll(command.getValue());
                arguments.add("--secrets=" + wrong);
                CommandRun run = CommandRun.on(site.addresses(kafka), arguments.toArray(String[]::new));
                assertThat(run.endedWith(1)).as(command.getKey()).isEmpty();
                assertThat(run.err())
                        .as(command.getKey())
                        .hasLineCount(1)
                        .contains("the master key in " + wrong, "--secrets", "$CATALOG_SECRETS");
            }
            assertThat(folder.resolve("wrong.backup")).doesNotExist();
            assertThatThrownBy(() -> QueryApi.start(
                            QueryApiSettings.of(kafka, site.registry(), folder.resolve("query-api"), wrong)
                                    .at(AddressSettings.ofPorts(0, 0))))
                    .isInstanceOf(SecretException.class)
                    .hasMessageContaining("the master key in " + wrong);
            assertThatThrownBy(() -> WebhookSink.start(
                            WebhookSinkSettings.of(kafka, site.registry(), folder.resolve("webhook-sink"), wrong)))
                    .isInstanceOf(SecretException.class)
                    .hasMessageContaining("the master key in " + wrong);
            assertThat(ends(kafka)).isEqualTo(before);
        }
    }

    @Test
    void D27_a_backup_is_not_restored_into_the_catalog_of_another_master_key_and_a_lost_key_can_be_forgotten(
            CatalogAddresses catalog) throws Exception {
        Path right = key("right.key");
        Path other = key("other.key");
        try (Site site = Site.at(catalog, folder, right)) {
            site.addresses(site.kafka("others-keys.", 2)).create();
            String backup = folder.resolve("other.backup").toString();
            site.run(0, "others-keys.", "backup", backup, "--secrets=" + other);
            KafkaSettings kafka = site.kafka(LOST, 2);
            site.addresses(kafka).create();
            site.run(0, LOST, "signing-key", "rotate", "--secrets=" + right);

            Map<TopicPartition, Long> before = ends(kafka);
            assertThat(site.run(1, LOST, "restore", backup, "--secrets=" + other))
                    .contains("the master key in " + other, "forget-master-key");
            assertThat(ends(kafka)).isEqualTo(before);

            site.run(0, LOST, "signing-key", "forget-master-key");
            assertThat(site.run(1, LOST, "signing-key", "forget-master-key")).contains("no master key yet");
            site.run(0, LOST, "restore", backup, "--secrets=" + other);
            assertThat(site.run(1, LOST, "client", "create", "--partner-id=p", "--secrets=" + right))
                    .contains("the master key in " + right);
        }
    }

    /** Each command's name, as it is typed. */
    private static Set<String> withMasterKey(CommandLine command, String name) {
        Set<String> found = new TreeSet<>();
        OptionSpec secrets = command.getCommandSpec().findOption("--secrets");
        if (secrets != null) {
            assertThat(secrets.description()).as(name).anyMatch(line -> line.contains("$CATALOG_SECRETS"));
            found.add(name);
        }
        command.getSubcommands().forEach((part, sub) -> found.addAll(withMasterKey(sub, (name + " " + part).strip())));
        return found;
    }

    private Path key(String name) {
        return MasterKey.loadOrCreate(folder.resolve(name)).file();
    }

    /** Where every topic ends. */
    private static Map<TopicPartition, Long> ends(KafkaSettings kafka) throws Exception {
        try (Admin admin = Admin.create(kafka.properties())) {
            Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
            for (var topic : admin.describeTopics(admin.listTopics().names().get())
                    .allTopicNames()
                    .get()
                    .values()) {
                if (topic.name().startsWith(kafka.topics().prefix())) {
                    topic.partitions()
                            .forEach(partition -> partitions.put(
                                    new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest()));
                }
            }
            return admin.listOffsets(partitions).all().get().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, end -> end.getValue().offset()));
        }
    }
}
