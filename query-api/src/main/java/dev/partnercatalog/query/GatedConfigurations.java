package dev.partnercatalog.query;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import org.jspecify.annotations.Nullable;

/** The configuration tables, through the gate. */
record GatedConfigurations(Gate gate, ConfigurationTables tables) implements PartnerConfigurations {

    @Override
    public @Nullable PartnerConfig partner(String partnerId) {
        return gate.<@Nullable PartnerConfig>global(() -> tables.partner(partnerId));
    }

    @Override
    public ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId) {
        return gate.global(() -> tables.resolve(partner, company, locationId));
    }
}
