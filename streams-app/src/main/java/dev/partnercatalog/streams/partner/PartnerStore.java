package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.revision.RevisionSequence;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Everything kept about partners, in one store; the beginning of a row's key shows what the row is. A partner's id
 * contains no slash, so no two rows share a key. Not thread-safe.
 */
final class PartnerStore {

    static final String CONFIG = "config/";
    static final String CONTROL = "control/";
    private static final String RESTORED = "restored/";
    private static final String REVISIONS = "revisions";

    private final KeyValueStore<String, byte[]> store;
    private final SingleObjectSerde<PartnerConfig> configs =
            new SingleObjectSerde<>(PartnerConfig.class, ReleasedSchemas.of(CatalogTopic.PARTNER_CONFIGS));
    private final SingleObjectSerde<WebhookControl> controls = new SingleObjectSerde<>(WebhookControl.class);

    PartnerStore(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    @Nullable
    PartnerConfig config(String partnerId) {
        byte[] config = store.get(CONFIG + partnerId);
        return config == null ? null : configs.decode(config);
    }

    void putConfig(String partnerId, @Nullable PartnerConfig config) {
        store.put(CONFIG + partnerId, config == null ? null : configs.encode(config));
    }

    /**
     * What is requested of the partner's webhook, even for a partner that is gone; the default if nothing was ever
     * requested.
     */
    WebhookControl control(String partnerId) {
        byte[] control = store.get(CONTROL + partnerId);
        return control == null ? WebhookControl.newBuilder().build() : controls.decode(control);
    }

    void putControl(String partnerId, WebhookControl control) {
        store.put(CONTROL + partnerId, controls.encode(control));
    }

    /** Whether only a backup has the partner, so that no record of the input need be there. */
    boolean isRestored(String partnerId) {
        return store.get(RESTORED + partnerId) != null;
    }

    void putRestored(String partnerId, boolean restored) {
        store.put(RESTORED + partnerId, restored ? new byte[0] : null);
    }

    RevisionSequence revisions() {
        return new RevisionSequence(store, REVISIONS);
    }
}
