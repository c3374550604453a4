package dev.partnercatalog.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

    @Test
    void every_key_reads_back_what_it_wrote() {
        assertThat(ListingKey.parse("7/7/crème brûlée 2").encode()).isEqualTo("7/7/crème brûlée 2");
        assertThat(ScopeConfigKey.parse("p_-9/7").encode()).isEqualTo("p_-9/7");
        assertThat(ScopeConfigKey.parse("p/7/8").encode()).isEqualTo("p/7/8");
        assertThat(Ids.requireNumber("companyId", "9007199254740991")).isEqualTo((1L << 53) - 1);
    }

    static Stream<Arguments> keysOutOfForm() {
        Function<String, Object> companyVariant = key -> EventKey.parse(CatalogTopic.COMPANY_OVERRIDES, key);
        Function<String, Object> locationVariant = key -> EventKey.parse(CatalogTopic.LOCATION_ATTRIBUTES, key);
        Function<String, Object> listing = ListingKey::parse;
        Function<String, Object> config = ScopeConfigKey::parse;
        Function<String, Object> company = key -> Ids.requireNumber("companyId", key);
        return Stream.of(
                Arguments.of(companyVariant, "b"),
                Arguments.of(companyVariant, "7/"),
                Arguments.of(companyVariant, "7/a b"),
                Arguments.of(companyVariant, "7/é"),
                Arguments.of(companyVariant, "7/" + "x".repeat(65)),
                Arguments.of(companyVariant, "07/b"),
                Arguments.of(companyVariant, "+7/b"),
                Arguments.of(companyVariant, "0/b"),
                Arguments.of(companyVariant, "٧/b"),
                Arguments.of(companyVariant, "9007199254740992/b"),
                Arguments.of(companyVariant, "99999999999999999999/b"),
                Arguments.of(locationVariant, "7/b"),
                Arguments.of(locationVariant, "7/8/"),
                Arguments.of(listing, "7/8"),
                Arguments.of(listing, "7/8/a/b"),
                Arguments.of(listing, "7/8/a\nb"),
                Arguments.of(listing, "7/8/" + "s".repeat(129)),
                Arguments.of(config, "p"),
                Arguments.of(config, "p p/7"),
                Arguments.of(config, "p/7/8/9"),
                Arguments.of(company, "-1"),
                Arguments.of(company, "1.0"));
    }

    @ParameterizedTest
    @MethodSource("keysOutOfForm")
    void an_invalid_key_is_refused_with_a_reason(Function<String, Object> parse, String key) {
        assertThatThrownBy(() -> parse.apply(key))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("is invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s", "a b", "☃", "𝄞", "#1"})
    void an_sku_may_hold_any_printable_character_but_a_slash(String sku) {
        assertThat(Ids.isSku(sku)).isTrue();
    }

    /** These hold on every version of Java, although each knows a different version of Unicode (D28). */
    @Test
    void which_ids_are_valid_depends_on_no_version_of_unicode() {
        int[] allowed = {
            0x20, 0x7e, 0xa0, 0xad, 0x378, 0x200b, 0x200c, 0x200d, 0x200e, 0x2028, 0x2029, 0x202f, 0x2065, 0x206a,
            0xd7ff, 0xf900, 0xfdcf, 0xfdf0, 0xfeff, 0xfffd, 0x10000, 0x1fae0, 0x1fae9, 0x1fffd, 0xe0001, 0xefffd
        };
        int[] refused = {
            0, 0x1f, 0x7f, 0x85, 0x9f, 0x202a, 0x202e, 0x2066, 0x2069, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xf8ff,
            0xfdd0, 0xfdef, 0xfffe, 0xffff, 0x1fffe, 0x1ffff, 0xeffff, 0xf0000, 0xffffd, 0x100000, 0x10fffd, 0x10ffff
        };
        for (int codePoint : allowed) {
            assertThat(Ids.isSku("a" + Character.toString(codePoint) + "b"))
                    .as("U+%04X", codePoint)
                    .isTrue();
        }
        for (int codePoint : refused) {
            assertThat(Ids.isSku("a" + Character.toString(codePoint) + "b"))
                    .as("U+%04X", codePoint)
                    .isFalse();
        }
        for (String joiner : List.of("\u200c", "\u200d")) {
            assertThat(Ids.isSku(joiner + "a")).isFalse();
            assertThat(Ids.isSku("a" + joiner)).isFalse();
            assertThat(Ids.isSku(joiner)).isFalse();
        }
    }

    @Test
    void characters_not_allowed_in_ids_are_reported_without_being_shown() {
        assertThatThrownBy(() -> Ids.requireSku("a\u202eb"))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("bidirectional")
                .hasMessageNotContaining("\u202e");
        assertThatThrownBy(() -> Ids.requireText("providerId", "\u0007"))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("providerId");
        assertThat(Ids.requireText("providerId", "")).isEmpty();
    }

    @Test
    void every_text_is_a_key_that_reads_back_or_is_refused_in_linear_time() {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        System.out.println("KeysTest: -Dcatalog.seed=" + seed);
        Random random = new Random(seed);
        List<Function<String, String>> keys = List.of(
                key -> encoded(EventKey.parse(CatalogTopic.COMPANY_OVERRIDES, key)),
                key -> encoded(EventKey.parse(CatalogTopic.LOCATION_ATTRIBUTES, key)),
                key -> ListingKey.parse(key).encode(),
                key -> ScopeConfigKey.parse(key).encode(),
                key -> Long.toString(Ids.requireNumber("companyId", key)));
        List<String> parts = new ArrayList<>(List.of(
                "/;/;7;0;9007199254740991;9007199254740992;b;a-b;\u200d;\ud83e;\udee0;\u0000;☃;-; ".split(";")));
        parts.add("x".repeat(63));
        parts.add("/".repeat(70));
        int read = 0;
        for (int i = 0; i < 100_000; i++) {
            StringBuilder key = new StringBuilder();
            for (int length = random.nextInt(7); length > 0; length--) {
                key.append(parts.get(random.nextInt(parts.size())));
            }
            for (Function<String, String> form : keys) {
                try {
                    assertThat(form.apply(key.toString())).as("seed %d", seed).isEqualTo(key.toString());
                    read++;
                } catch (InvalidKeyException refused) {
                    assertThat(refused.getMessage())
                            .as("seed %d", seed)
                            .isNotBlank()
                            .hasSizeLessThan(400);
                }
            }
        }
        assertThat(read).isPositive();
        String slashes = "/".repeat(1 << 20);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        for (Function<String, String> form : keys) {
            long before = threads.getThreadAllocatedBytes(thread);
            assertThatThrownBy(() -> form.apply(slashes)).isInstanceOf(InvalidKeyException.class);
            assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(4 << 20);
        }
    }

    private static String encoded(Map<String, Object> ids) {
        return ids.values().stream().map(String::valueOf).collect(Collectors.joining("/"));
    }

    @Test
    void an_sku_is_measured_in_characters_not_in_code_units() {
        assertThat(Ids.isSku("𝄞".repeat(128))).isTrue();
        assertThat(Ids.isSku("𝄞".repeat(129))).isFalse();
    }

    @Test
    void a_message_never_repeats_control_characters_or_endless_text() {
        assertThatThrownBy(() -> Ids.requireBarcode("\u001b[31m" + "x".repeat(5000)))
                .message()
                .doesNotContain("\u001b")
                .hasSizeLessThan(300);
    }

    @Test
    void the_partition_of_a_key_never_changes() {
        // Existing records are in these partitions: a different result would lose them all.
        assertThat(Partitioning.byBarcode("2000000000015", 24)).isEqualTo(10);
        assertThat(Partitioning.byCompany(1000, 24)).isEqualTo(Partitioning.byKey("1000", 24));
        assertThat(Partitioning.byKey("menuboard", 24)).isEqualTo(21);
    }
}
