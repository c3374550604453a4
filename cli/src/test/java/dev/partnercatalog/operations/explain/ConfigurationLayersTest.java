package dev.partnercatalog.operations.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfigurationLayersTest {

    private static final int ROUNDS = 200;
    private static final List<String> TYPES = List.of("Product", "PrimaryBrand", "LabReport");
    private static final List<String> VARIANT_TYPES = List.of("", "Flower", "Edible");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void D6_D8_D10_the_layer_that_is_said_to_win_says_what_holds() {
        try (TopicsInMemory topics = new TopicsInMemory()) {
            for (int round = 0; round < ROUNDS; round++) {
                ConfigurationLayers layers = randomLayers(topics, "p" + round);
                for (ConfigurationLayers.Setting setting : layers.settings()) {
                    assertThat(setting.layers().get(setting.winner()))
                            .as("%s with seed %d, round %d", setting.name(), seed, round)
                            .isEqualTo(setting.holds());
                }
            }
        }
    }

    private ConfigurationLayers randomLayers(TopicsInMemory topics, String partnerId) {
        AllowedCompany company = new AllowedCompany(
                "1",
                "C",
                "cova",
                "x",
                new AllowedFields(
                        random.nextBoolean(), random.nextBoolean(), random.nextBoolean(), random.nextBoolean()),
                List.of());
        PartnerConfig partner = PartnerConfig.newBuilder()
                .setRevision(1L)
                .setPartner(new Partner(partnerId, "P", true, new WebhookSetting(false, ""), List.of(company)))
                .build();
        Scope scope = Scope.of(1, 1 + random.nextInt(2));
        topics.write(CatalogTopic.PARTNER_CONFIGS, partnerId, partner);
        if (random.nextBoolean()) {
            topics.write(
                    CatalogTopic.SCOPE_CONFIGS,
                    partnerId + "/1",
                    new ScopeConfig(
                            partnerId, 1L, null, priorities(), preferences(), orNull("mg/g"), orNull("%"), null));
        }
        if (random.nextBoolean()) {
            topics.write(
                    CatalogTopic.SCOPE_CONFIGS,
                    partnerId + "/1/2",
                    new ScopeConfig(
                            partnerId,
                            1L,
                            2L,
                            orNull(priorities()),
                            orNull(preferences()),
                            null,
                            null,
                            orNull(new LocationAllowedFields(
                                    random.nextBoolean(), random.nextBoolean(), random.nextBoolean()))));
        }
        var tables = topics.catalog().configurations(partnerId, scope);
        return ConfigurationLayers.of(tables, Objects.requireNonNull(tables.partner(partnerId)), company, scope);
    }

    private List<AssetPriority> priorities() {
        return TYPES.stream()
                .filter(type -> random.nextBoolean())
                .map(type -> new AssetPriority(type, 1 + random.nextInt(3)))
                .toList();
    }

    private Map<String, List<String>> preferences() {
        Map<String, List<String>> preferences = new HashMap<>();
        for (String variantType : VARIANT_TYPES) {
            if (random.nextBoolean()) {
                preferences.put(
                        variantType,
                        TYPES.stream().filter(type -> random.nextBoolean()).toList());
            }
        }
        return preferences;
    }

    private <T> @Nullable T orNull(T value) {
        return random.nextBoolean() ? value : null;
    }
}
