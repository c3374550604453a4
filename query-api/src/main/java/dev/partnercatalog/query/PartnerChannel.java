package dev.partnercatalog.query;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.query.command.CommandGateway;
import dev.partnercatalog.query.command.ConfirmedChanges;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.query.table.MessageWriter;
import dev.partnercatalog.query.table.TableState;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/** What this instance knows of partners' configurations, and how it changes them. */
final class PartnerChannel implements PartnerConfigurations, AutoCloseable {

    private final Resources resources = new Resources();
    private final TableState state;
    private final ConfigurationTables tables;
    private final CommandGateway gateway;

    PartnerChannel(
            QueryApiSettings settings,
            SchemaRegistry registry,
            TableState state,
            ConfigurationTables tables,
            ConfirmedChanges confirmed) {
        this.state = state;
        this.tables = tables;
        MessageWriter<PartnerCommand> writer = resources.add(new MessageWriter<>(
                settings.kafka(),
                CatalogTopic.PARTNER_COMMANDS,
                registry,
                settings.changes().timeout()));
        gateway = new CommandGateway(
                command -> writer.write(command.getPartnerId(), command),
                confirmed,
                this::partner,
                settings.changes().timeout());
        tables.onChange(partnerId -> gateway.changed(partnerId, () -> tables.partner(partnerId)));
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
