package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Properties of every catalog; a failure reports the seed that recreates its catalog. */
@Order(1)
class RulesPropertyTest {

    private static final int CATALOGS = Integer.getInteger("catalogs", 2_000);

    private static final long FIRST_SEED = Long.getLong("seed", 1);

    @Test
    @DisplayName("D1, D2, D3, D4, D5, D7, D9, D11: what a partner reads is byte for byte what the model says")
    void what_a_partner_reads_is_byte_for_byte_what_the_model_says() {
        forEachCatalog(given -> assertThat(new String(given.variantJson(), StandardCharsets.UTF_8))
                .isEqualTo(RuleModel.variant(given.json())));
    }

    @Test
    @DisplayName("D6, D8, D10: the configuration that a partner reads is byte for byte what the model says")
    void the_configuration_that_a_partner_reads_is_byte_for_byte_what_the_model_says() {
        forEachCatalog(given -> {
            ConfigurationView view = ConfigurationView.of("7", "70", "menu \"board\"", given.configuration());
            assertThat(SortedJson.write(SortedJson.of(view)))
                    .isEqualTo(new ConfigurationModel(given.json()).json("7", "70", "menu \"board\""));
        });
    }

    @Test
    void the_result_depends_on_nothing_but_the_layers() {
        forEachCatalog(given -> {
            Given sameAgain = new Given(given.json().deepCopy());
            assertThat(sameAgain.layers().resolve())
                    .isEqualTo(given.layers().resolve())
                    .hasSameHashCodeAs(given.layers().resolve());
            assertThat(sameAgain.variantJson()).isEqualTo(given.variantJson());
        });
    }

    @Test
    @DisplayName("D2: sources list exactly the fields present except four")
    void sources_list_exactly_the_fields_present_except_four() {
        forEachCatalog(given -> {
            ObjectNode variant = (ObjectNode) given.variant();
            JsonNode sources = variant.remove("catalogSource");
            variant.remove(List.of("companyId", "locationId", "barcode"));
            assertThat(names(sources)).isEqualTo(names(variant));
        });
    }

    @Test
    @DisplayName("D7: a variant never mixes units")
    void a_variant_never_mixes_units() {
        var converted = new AtomicInteger();
        forEachCatalog(given -> {
            ResolvedConfiguration configuration = given.configuration();
            var withoutUnits = new ResolvedConfiguration(
                    configuration.allowedFields(), configuration.variantAssetConfig(), null, null);
            JsonNode variant = given.variant();
            JsonNode unconverted =
                    Given.parse(PartnerView.json("4001", given.layers().resolve(), withoutUnits, given.scope()));
            if (variant.get("cannabisUnitOfMeasure").equals(unconverted.get("cannabisUnitOfMeasure"))) {
                for (String field : List.of("thc", "cbd", "tac", "secondaryCannabinoids")) {
                    assertThat(variant.get(field)).isEqualTo(unconverted.get(field));
                }
            } else {
                converted.incrementAndGet();
                assertThat(variant.get("catalogSource")
                                .get("cannabisUnitOfMeasure")
                                .asText())
                        .isEqualTo("Company");
            }
        });
        assertThat(converted).as("catalogs with a conversion").hasValueGreaterThan(CATALOGS / 20);
    }

    @Test
    void the_winning_candidate_is_the_value_that_the_flags_show() {
        forEachCatalog(given -> {
            VariantLayers layers = given.layers();
            AllowedFields flags = given.configuration().allowedFields();
            SourcedValues shown = FlagFilter.apply(layers.resolve(), flags);
            for (VariantField field : VariantField.all()) {
                List<Candidate> candidates = layers.candidates(field, flags);
                List<Candidate> won = candidates.stream()
                        .filter(candidate -> candidate.outcome() == Candidate.Outcome.WON)
                        .toList();
                assertThat(candidates).extracting(Candidate::layer).containsExactlyElementsOf(Layer.highestFirst());
                assertThat(won).hasSizeLessThanOrEqualTo(1);
                assertThat(shown.values().get(field))
                        .isEqualTo(
                                won.isEmpty()
                                        ? field.defaultValue()
                                        : won.get(0).value());
                assertThat(shown.source(field))
                        .isEqualTo(
                                won.isEmpty() ? Source.BPD : won.get(0).layer().source());
            }
        });
    }

    @Test
    @DisplayName("D8: a limit below 1 is invalid")
    void a_limit_below_1_is_invalid() {
        assertThatThrownBy(() -> new AssetPriority("Product", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Product", "0");
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }

    private static void forEachCatalog(Consumer<Given> property) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + CATALOGS; seed++) {
            Given given = new RandomCatalog(seed).next();
            try {
                property.accept(given);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dseed=" + seed + ": " + given.json(), e);
            }
        }
    }
}
