package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.SavedPartner;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the partner registry keeps of each partner, from the rows of its store. Of a
 * partner that was deleted, what was requested of its webhook is kept, so that no secret comes back that was rotated
 * away. For use by one thread.
 */
public final class SavedPartners {

    private final Map<String, byte[]> rows = new HashMap<>();
    private final PartnerStore partners = new PartnerStore(rows::get, rows::put);

    /** Receives the next write to the store; those of a partition must arrive in order. Null deletes a row. */
    public void accept(String key, byte @Nullable [] value) {
        if (value == null) {
            rows.remove(key);
        } else if (key.startsWith(PartnerStore.CONFIG) || key.startsWith(PartnerStore.CONTROL)) {
            rows.put(key, value);
        }
    }

    /** By the partner's id. */
    public SortedMap<String, SavedPartner> all() {
        SortedMap<String, SavedPartner> saved = new TreeMap<>();
        for (String key : rows.keySet()) {
            String partnerId = key.substring(key.indexOf('/') + 1);
            saved.computeIfAbsent(partnerId, this::of);
        }
        return Collections.unmodifiableSortedMap(saved);
    }

    /** What is kept of one partner; without a configuration or any request if nothing is. */
    public SavedPartner of(String partnerId) {
        PartnerConfig config = partners.config(partnerId);
        return SavedPartner.newBuilder()
                .setPartner(config == null ? null : config.getPartner())
                .setRevision(config == null ? 0 : config.getRevision())
                .setWebhookControl(partners.control(partnerId))
                .build();
    }
}
