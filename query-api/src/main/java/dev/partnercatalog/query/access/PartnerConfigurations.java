package dev.partnercatalog.query.access;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * The current configurations of partners.
 *
 * <p>Its methods throw {@link dev.partnercatalog.runtime.http.HttpProblem} (status 503) if they are currently unknown.
 */
public interface PartnerConfigurations {

    /** The partner's configuration; null if it has none yet. The same object is returned until it changes. */
    @Nullable
    PartnerConfig partner(String partnerId);

    /**
     * The configuration that applies to a partner at a scope (D6 to D8).
     *
     * @param company one of the partner's allowed companies
     * @param locationId equal to the company's id for company scope
     */
    ResolvedConfiguration resolve(PartnerConfig partner, AllowedCompany company, long locationId);
}
