package dev.partnercatalog.streams.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Asset;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.records.LayerKind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What operators see of what the variants that are listed lack. */
class CompletenessTest {

    private final ResolverOfOneBarcode resolver = new ResolverOfOneBarcode();

    @Test
    void what_the_listed_variants_lack_is_counted_as_they_change_and_known_after_a_restart() {
        assertThat(counts()).isEqualTo("0 listed, without entry 0, image 0, unit 0, potency 0, potency_unit 0");
        resolver.listing(1, true);
        resolver.listing(2, true);
        assertThat(counts()).isEqualTo("2 listed, without entry 2, image 0, unit 0, potency 0, potency_unit 0");
        resolver.bpd(1);
        assertThat(counts()).isEqualTo("2 listed, without entry 0, image 2, unit 2, potency 2, potency_unit 0");
        resolver.override(3, 1);
        assertThat(counts()).isEqualTo("2 listed, without entry 0, image 2, unit 2, potency 2, potency_unit 0");
        resolver.update(
                LayerKind.OVERRIDE,
                2L,
                null,
                CompanyOverride.class,
                CompanyOverride.newBuilder()
                        .setCompanyId(2)
                        .setBarcode("b")
                        .setThc(new Range("20", "", ""))
                        .setAssets(Map.of("Product", List.of(new Asset("a", "u", null))))
                        .build());
        assertThat(counts()).isEqualTo("2 listed, without entry 0, image 1, unit 2, potency 1, potency_unit 1");

        MeterRegistry restarted = new SimpleMeterRegistry();
        ResolveVariants again = resolver.start(restarted);
        assertThat(counts(restarted)).isEqualTo(counts());
        again.close();
        assertThat(counts(restarted)).startsWith("0 listed");

        resolver.listing(1, false);
        resolver.override(2, -1);
        assertThat(counts()).isEqualTo("1 listed, without entry 0, image 1, unit 1, potency 1, potency_unit 0");
        resolver.bpd(-1);
        resolver.listing(2, false);
        assertThat(counts()).isEqualTo("0 listed, without entry 0, image 0, unit 0, potency 0, potency_unit 0");
    }

    private String counts() {
        return counts(resolver.meters());
    }

    private static String counts(MeterRegistry meters) {
        Function<String, Long> lacking = lack -> Math.round(meters.get("catalog.incomplete.variants")
                .tag("lack", lack)
                .gauge()
                .value());
        return Math.round(meters.get("catalog.listed.variants").gauge().value()) + " listed, without entry "
                + lacking.apply("entry")
                + Stream.of("image", "unit", "potency", "potency_unit")
                        .map(lack -> ", " + lack + " " + lacking.apply(lack))
                        .collect(Collectors.joining());
    }
}
