package dev.partnercatalog.query.access;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The configurations of partners as they hold now.
 *
 * <p>Its methods throw {@link dev.partnercatalog.http.HttpProblem} (status 503) where that can't be told now.
 */
public interface PartnerConfigurations {

    /** The partner's configuration, null where it has none yet; the same object as long as it doesn't change. */
    @Nullable
    PartnerConfig partner(String partnerId);

    /**
     * What holds for a partner at a scope (D6 to D8).
     *
     * @param company one of the partner's allowed companies
     * @param locationId equal to the company's id for the company scope
     */
    ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId);
}
