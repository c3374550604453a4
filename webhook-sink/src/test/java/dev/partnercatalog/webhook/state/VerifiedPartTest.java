package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerifiedPartTest {

    private static final Scope SCOPE = Scope.of(1, 11);

    @Test
    void each_variant_is_in_exactly_one_part_and_in_one_half_of_it() {
        List<VerifiedPart> parts = VerifiedPart.all(scope -> scope.equals(SCOPE), 4);
        IntStream.range(0, 1_000).forEach(i -> {
            ScopedVariant variant = new ScopedVariant(SCOPE, "barcode-" + i);
            List<VerifiedPart> its =
                    parts.stream().filter(part -> part.has(variant)).toList();
            assertThat(its).hasSize(1);
            assertThat(its.get(0).halves())
                    .filteredOn(half -> half.has(variant))
                    .hasSize(1);
            assertThat(parts).noneMatch(part -> part.has(variant.atCompany()));
        });
        assertThat(parts)
                .allMatch(part -> part.halves().stream()
                        .allMatch(half -> IntStream.range(0, 1_000).anyMatch(i -> half.hasBarcode("barcode-" + i))));
    }
}
