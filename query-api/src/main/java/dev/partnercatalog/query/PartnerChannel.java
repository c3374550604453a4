package dev.partnercatalog.query;

import dev.partnercatalog.query.command.CommandGateway;
import dev.partnercatalog.query.command.CommandProducer;
import dev.partnercatalog.query.command.ConfirmedChanges;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.query.table.CommittedEnds;
import dev.partnercatalog.query.table.GlobalProgress;
import dev.partnercatalog.query.table.MessageReader;
import dev.partnercatalog.query.table.StartingPoint;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/** How this instance and the writer of partners talk: commands out, results in, and the table that both know. */
final class PartnerChannel implements AutoCloseable {

    private static final Duration TABLE_PATIENCE = Duration.ofSeconds(5);

    private final Resources resources = new Resources();
    private final GatedConfigurations configurations;
    private final ConfirmedChanges confirmed;
    private final CommandGateway gateway;
    private final MessageReader<PartnerCommandResult> results;

    PartnerChannel(
            QueryApiSettings settings,
            SchemaRegistry registry,
            Gate gate,
            ConfigurationTables tables,
            GlobalProgress progress,
            UnreadableRecords unreadable) {
        CommittedEnds ends =
                resources.add(new CommittedEnds(Admin.create(settings.kafka().properties())));
        confirmed = new PartnerFreshness(ends::of, progress, settings.kafka().topics(), TABLE_PATIENCE);
        configurations = new GatedConfigurations(gate, tables);
        CommandProducer producer = resources.add(new CommandProducer(
                settings.kafka(), registry, settings.changes().timeout()));
        gateway = new CommandGateway(
                producer,
                this::isReady,
                configurations::partner,
                progress,
                settings.changes().timeout());
        results = resources.add(new MessageReader<>(
                settings.kafka(),
                CatalogTopic.PARTNER_COMMAND_RESULTS,
                PartnerCommandResult.class,
                registry,
                unreadable,
                StartingPoint.now(),
                gateway::answered));
    }

    void start() {
        results.start();
    }

    /** Whether the result of any command that is sent from now on will be seen. */
    boolean isReady() {
        return results.isReady();
    }

    GatedConfigurations configurations() {
        return configurations;
    }

    ConfirmedChanges confirmed() {
        return confirmed;
    }

    PartnerCommands commands() {
        return gateway;
    }

    @Override
    public void close() {
        resources.close();
    }
}
