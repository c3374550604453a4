package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** The entries, as their records came. They are read when somebody asks for them. */
public final class EntryStore extends CatalogStore {

    public static final String NAME = "entries-1";

    EntryStore(CatalogStores shared) {
        super(NAME, CatalogTopic.COMPANY_VARIANTS, EnumSet.of(Family.CHANGES, Family.LATEST), shared);
    }

    @Override
    void take(String key, byte @Nullable [] value, Origin origin) {
        ScopedVariant variant = VariantKeys.parseOfCompany(key);
        Scope scope = variant.scope();
        // Asking at such a location is asking the company itself, to which location attributes don't apply (D1, D12).
        if (!(scope instanceof Scope.Location) || scope.locationId() != scope.companyId()) {
            batch().put(Family.RECORDS, CatalogKeys.of(variant), value);
            // A company's entry applies at all of its scopes.
            changed(scope.isCompany() ? variant.atAllOfCompany() : variant, origin);
        }
    }
}
