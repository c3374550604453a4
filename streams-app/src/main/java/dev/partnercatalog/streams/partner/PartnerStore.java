package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything kept about partners, in one store; the beginning of a row's key shows what the row is. A partner's id
 * contains no slash, so no two rows share a key. Not thread-safe.
 */
final class PartnerStore {

    static final String CONFIG = "config/";
    static final String CONTROL = "control/";
    static final String RESTORED = "restored/";
    static final String REVISIONS = "revisions";

    private final Function<String, byte @Nullable []> reader;
    private final BiConsumer<String, byte @Nullable []> writer;
    private final SingleObjectSerde<PartnerConfig> configs =
            new SingleObjectSerde<>(PartnerConfig.class, ReleasedSchemas.of(CatalogTopic.PARTNER_CONFIGS));
    private final SingleObjectSerde<WebhookControl> controls = new SingleObjectSerde<>(WebhookControl.class);

    /**
     * @param reader returns the row of a key; null if there is none
     * @param writer sets the row of a key; null deletes it
     */
    PartnerStore(Function<String, byte @Nullable []> reader, BiConsumer<String, byte @Nullable []> writer) {
        this.reader = reader;
        this.writer = writer;
    }

    @Nullable
    PartnerConfig config(String partnerId) {
        byte[] config = reader.apply(CONFIG + partnerId);
        return config == null ? null : configs.decode(config);
    }

    void putConfig(String partnerId, @Nullable PartnerConfig config) {
        writer.accept(CONFIG + partnerId, config == null ? null : configs.encode(config));
    }

    /**
     * What is requested of the partner's webhook, even for a partner that is gone; the default if nothing was ever
     * requested.
     */
    WebhookControl control(String partnerId) {
        byte[] control = reader.apply(CONTROL + partnerId);
        return control == null ? WebhookControl.newBuilder().build() : controls.decode(control);
    }

    void putControl(String partnerId, WebhookControl control) {
        writer.accept(CONTROL + partnerId, controls.encode(control));
    }

    /** Whether only a backup has the partner, so that no record of the input need be there. */
    boolean isRestored(String partnerId) {
        return reader.apply(RESTORED + partnerId) != null;
    }

    void putRestored(String partnerId, boolean restored) {
        writer.accept(RESTORED + partnerId, restored ? new byte[0] : null);
    }
}
