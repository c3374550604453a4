package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Records are copied to another topic with the content ids they contain. */
class SubjectCopyTest {

    private static final String FROM = CatalogTopic.CLIENTS.name("few.");
    private static final String TO = CatalogTopic.CLIENTS.name("many.");
    private static final String SCHEMA = "{\"type\":\"record\",\"name\":\"%s\",\"fields\":[]}";

    @Test
    void all_versions_of_a_subject_are_copied_and_later_ones_on_the_next_call() {
        try (RegistryDouble known = new RegistryDouble()) {
            SchemaRegistry registry = new SchemaRegistry(known.url(), Duration.ofSeconds(5));
            int first = known.register(SchemaRegistry.subject(FROM), SCHEMA.formatted("One"));
            Supplier<Set<Integer>> copies = registry.copiedVersions(FROM, TO);
            assertThat(copies.get()).containsExactly(first);
            assertThat(registry.schema(TO, first).getName()).isEqualTo("One");

            int second = known.register(SchemaRegistry.subject(FROM), SCHEMA.formatted("Two"));
            assertThat(copies.get()).containsExactlyInAnyOrder(first, second);
            assertThat(registry.schema(TO, second).getName()).isEqualTo("Two");
        }
    }

    @Test
    void a_subject_without_versions_has_none_to_copy() {
        try (RegistryDouble known = new RegistryDouble()) {
            SchemaRegistry registry = new SchemaRegistry(known.url(), Duration.ofSeconds(5));
            assertThat(registry.copiedVersions(FROM, TO).get()).isEmpty();
        }
    }
}
