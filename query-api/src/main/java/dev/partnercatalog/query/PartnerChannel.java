package dev.partnercatalog.query;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.command.CommandGateway;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.query.table.MessageReader;
import dev.partnercatalog.query.table.MessageWriter;
import dev.partnercatalog.query.table.StartingPoint;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/**
 * Communication between this instance and the writer of partners: commands out, results in, and the tables that both
 * use.
 */
final class PartnerChannel implements PartnerConfigurations, AutoCloseable {

    private final Resources resources = new Resources();
    private final TableState state;
    private final ConfigurationTables tables;
    private final CommandGateway gateway;
    private final MessageReader<PartnerCommandResult> results;

    PartnerChannel(
            QueryApiSettings settings,
            SchemaRegistry registry,
            TableState state,
            TableProgress progress,
            ConfigurationTables tables,
            UnreadableRecords unreadable) {
        this.state = state;
        this.tables = tables;
        MessageWriter<PartnerCommand> writer = resources.add(new MessageWriter<>(
                settings.kafka(),
                CatalogTopic.PARTNER_COMMANDS,
                registry,
                settings.changes().timeout()));
        gateway = new CommandGateway(
                command -> writer.write(command.getPartnerId(), command),
                this::isReady,
                this::partner,
                progress,
                settings.changes().timeout());
        results = resources.add(new MessageReader<>(
                settings.kafka(),
                MessageReader.records(
                        settings.kafka(), CatalogTopic.PARTNER_COMMAND_RESULTS, PartnerCommandResult.class, registry),
                unreadable,
                StartingPoint.now(),
                gateway::answered));
    }

    void start() {
        results.start();
    }

    /** Whether the results of all commands sent from now on will be received. */
    boolean isReady() {
        return results.isReady();
    }

    @Override
    public @Nullable PartnerConfig partner(String partnerId) {
        return state.<@Nullable PartnerConfig>read(() -> tables.partner(partnerId));
    }

    @Override
    public ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId) {
        return state.read(() -> tables.resolve(partner, company, locationId));
    }

    PartnerCommands commands() {
        return gateway;
    }

    @Override
    public void close() {
        resources.close();
    }
}
