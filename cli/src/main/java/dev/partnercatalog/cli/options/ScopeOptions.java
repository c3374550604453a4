package dev.partnercatalog.cli.options;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.Ids;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for a company or one of its locations. Mixed in. */
public final class ScopeOptions {

    @Option(names = "--company", paramLabel = "ID", required = true, description = "The company.")
    private long companyId;

    @Option(names = "--location", paramLabel = "ID", description = "The location; company scope by default.")
    private @Nullable Long locationId;

    /** Throws {@link dev.partnercatalog.schemas.key.InvalidKeyException} if an id is invalid. */
    public Scope scope() {
        Ids.requireNumber("--company", companyId);
        return locationId == null
                ? new Scope.Company(companyId)
                : Scope.of(companyId, Ids.requireNumber("--location", locationId));
    }
}
