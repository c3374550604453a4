package dev.partnercatalog.streams.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.key.Partitioning;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows kept by one partner registry are converted for another with a different number of partitions. */
class RegistryRowsTest {

    private static final int PARTITIONS = 5;
    private static final PartnerConfig CONFIG = PartnerConfig.newBuilder()
            .setRevision(7)
            .setPartner(new Partner("kiosk", "Kiosk", true, new WebhookSetting(false, ""), List.of()))
            .build();
    private static final byte[] ENCODED = new SingleObjectSerde<>(PartnerConfig.class).encode(CONFIG);

    private final Map<String, byte[]> moved = new HashMap<>();
    private final RegistryRows rows = new RegistryRows(
            PARTITIONS,
            (partition, key, value) -> moved.put(
                    partition + " " + new String(key, StandardCharsets.UTF_8), value == null ? new byte[0] : value));

    private void accept(String key, byte @Nullable [] value) {
        rows.accept(key.getBytes(StandardCharsets.UTF_8), value);
    }

    @Test
    void every_row_goes_to_the_partition_where_its_partner_is_looked_up() {
        accept("config/kiosk", ENCODED);
        accept("control/kiosk", new byte[] {1});
        int home = Partitioning.byKey("kiosk", PARTITIONS);
        assertThat(moved).containsOnlyKeys(home + " config/kiosk", home + " control/kiosk");
        assertThat(rows.configs()).containsExactly(Map.entry("kiosk", CONFIG));
        accept("config/kiosk", null);
        assertThat(rows.configs()).isEmpty();
    }

    @Test
    void revisions_continue_from_the_highest_in_every_partition() {
        for (long reserved : List.of(10_000L, 30_000L, 20_000L)) {
            accept(
                    "revisions",
                    ByteBuffer.allocate(Long.BYTES).putLong(reserved).array());
        }
        rows.end();
        assertThat(moved).hasSize(PARTITIONS);
        assertThat(moved.values()).allMatch(value -> ByteBuffer.wrap(value).getLong() == 30_000);
    }

    @Test
    void a_row_that_the_registry_never_wrote_is_refused() {
        assertThatThrownBy(() -> accept("other/kiosk", ENCODED)).isInstanceOf(IllegalArgumentException.class);
    }
}
