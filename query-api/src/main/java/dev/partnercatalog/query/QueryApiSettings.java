package dev.partnercatalog.query;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.net.URI;
import java.nio.file.Path;

/**
 * The settings of the query API.
 *
 * @param registry the schema registry
 * @param stateDir where tables are kept across restarts; must not be shared by two instances
 * @param masterKeyFile the operator's master key, which must exist
 * @param accessControlAllowOrigin the header with this name (D21)
 * @param traffic the limits on this instance's traffic
 * @param desk whether there is a page for partners' engineers, beside the API's documents
 */
public record QueryApiSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        Path stateDir,
        Path masterKeyFile,
        AddressSettings addresses,
        AcceptedTokens tokens,
        Environment environment,
        String accessControlAllowOrigin,
        TrafficSettings traffic,
        ChangeSettings changes,
        TableSettings tables,
        boolean desk) {

    public static final String DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN = "*";

    /** With the defaults of everything else. */
    public static QueryApiSettings of(KafkaSettings kafka, URI registry, Path stateDir, Path masterKeyFile) {
        return of(kafka, RegistrySettings.at(registry), stateDir, masterKeyFile);
    }

    /** Like the other method, with a registry that may require authentication. */
    public static QueryApiSettings of(
            KafkaSettings kafka, RegistrySettings registry, Path stateDir, Path masterKeyFile) {
        return new QueryApiSettings(
                kafka,
                registry,
                stateDir,
                masterKeyFile,
                AddressSettings.DEFAULT,
                AcceptedTokens.DEFAULT,
                Environment.PRODUCTION,
                DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN,
                TrafficSettings.DEFAULT,
                ChangeSettings.DEFAULT,
                TableSettings.DEFAULT,
                true);
    }

    public QueryApiSettings at(AddressSettings other) {
        return with(other, tokens, environment, changes, tables);
    }

    public QueryApiSettings accepting(AcceptedTokens other) {
        return with(addresses, other, environment, changes, tables);
    }

    public QueryApiSettings in(Environment other) {
        return with(addresses, tokens, other, changes, tables);
    }

    public QueryApiSettings changing(ChangeSettings other) {
        return with(addresses, tokens, environment, other, tables);
    }

    public QueryApiSettings keeping(TableSettings other) {
        return with(addresses, tokens, environment, changes, other);
    }

    private QueryApiSettings with(
            AddressSettings at, AcceptedTokens accepted, Environment in, ChangeSettings changed, TableSettings kept) {
        return new QueryApiSettings(
                kafka,
                registry,
                stateDir,
                masterKeyFile,
                at,
                accepted,
                in,
                accessControlAllowOrigin,
                traffic,
                changed,
                kept,
                desk);
    }
}
