package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent where a company refers to a product, through the topology. */
class ReferencesTest {

    private static final ScopedVariant COMPANY_A = new ScopedVariant(new Scope.Company(1), "A");
    private static final ScopedVariant A = new ScopedVariant(Scope.of(1, 11), "A");
    private static final ScopedVariant B = new ScopedVariant(Scope.of(1, 11), "B");

    private final SinkTopology topology;

    ReferencesTest(@TempDir Path stateDir) {
        topology = new SinkTopology(stateDir);
        topology.partner(true, false);
        topology.listing(11, "A", true);
        topology.listing(11, "B", true);
    }

    @AfterEach
    void stop() {
        topology.close();
    }

    @Test
    void a_reference_is_sent_as_the_product_at_the_scope() {
        topology.product("A", 5, "product");
        topology.refer(COMPANY_A, 5);
        assertThat(topology.settle().get(A)).contains("\"companyId\":1", "\"locationId\":11", "\"name\":\"product\"");
    }

    @Test
    void the_same_record_is_not_sent_again_because_it_comes_by_reference_or_as_content() {
        topology.product("A", 5, "name");
        topology.refer(COMPANY_A, 5);
        assertThat(topology.settle()).containsOnlyKeys(A);
        topology.variant(COMPANY_A, "name", false);
        assertThat(topology.settle()).isEmpty();
        topology.product("A", 6, "name");
        topology.refer(COMPANY_A, 6);
        assertThat(topology.settle()).isEmpty();
    }

    @Test
    void a_reference_waits_for_its_product_and_holds_up_no_other_variant() {
        topology.product("A", 5, "before");
        topology.refer(COMPANY_A, 5);
        topology.settle();

        topology.refer(COMPANY_A, 6);
        topology.product("B", 1, "another");
        topology.refer(new ScopedVariant(new Scope.Company(1), "B"), 1);
        assertThat(topology.settle()).containsOnlyKeys(B);
        topology.product("A", 6, "after");
        assertThat(topology.settle()).containsOnlyKeys(A);
        assertThat(topology.settle()).isEmpty();
    }

    @Test
    void a_product_that_is_newer_than_the_reference_waits_for_it() {
        topology.product("A", 6, "after");
        topology.refer(COMPANY_A, 5);
        assertThat(topology.settle()).isEmpty();
        topology.refer(COMPANY_A, 6);
        assertThat(topology.settle().get(A)).contains("\"name\":\"after\"");
    }

    @Test
    void a_deleted_product_is_removed_with_the_reference_to_it_and_not_before() {
        topology.product("A", 5, "product");
        topology.refer(COMPANY_A, 5);
        topology.settle();
        topology.product("A", 0, null);
        topology.settle();
        assertThat(removed()).isEmpty();
        topology.publish(CatalogTopic.COMPANY_VARIANTS, "A/1", null);
        topology.settle();
        assertThat(removed()).containsExactly(A);
    }

    @Test
    void a_partner_keeps_what_it_has_while_a_product_can_not_be_read() {
        topology.product("A", 5, "product");
        topology.refer(COMPANY_A, 5);
        topology.settle();
        topology.topic(CatalogTopic.RESOLVED_VARIANTS).pipeInput("A", new byte[] {9, 9, 9});
        topology.refer(COMPANY_A, 6);
        assertThat(topology.settle()).isEmpty();
        assertThat(removed()).isEmpty();
        assertThat(topology.unreadable.count(CatalogTopic.RESOLVED_VARIANTS)).isEqualTo(1);

        topology.product("A", 6, "readable again");
        assertThat(topology.settle().get(A)).contains("\"name\":\"readable again\"");
        assertThat(topology.unreadable.count(CatalogTopic.RESOLVED_VARIANTS)).isZero();
    }

    @Test
    void a_scan_marks_what_waits_for_a_product_and_goes_on() {
        topology.partner(false, false);
        topology.refer(COMPANY_A, 6);
        topology.product("B", 1, "b");
        topology.refer(new ScopedVariant(new Scope.Company(1), "B"), 1);
        topology.partner(true, false);
        assertThat(topology.settle()).containsOnlyKeys(B);
        topology.product("A", 6, "a");
        assertThat(topology.settle()).containsOnlyKeys(A);
    }

    @Test
    void locations_with_content_are_sent_while_their_company_waits_for_the_product() {
        topology.refer(COMPANY_A, 6);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "location", true);
        Map<ScopedVariant, String> received = topology.settle();
        assertThat(received.get(A)).contains("\"name\":\"location\"");
    }

    @Test
    void all_scopes_of_a_company_wait_for_its_product_together() {
        topology.listing(1, "A", true);
        topology.settle();
        topology.written();
        topology.refer(COMPANY_A, 6);
        assertThat(topology.settle()).isEmpty();
        assertThat(topology.written()).containsOnlyOnce('x');
        topology.product("A", 6, "product");
        assertThat(topology.settle()).containsOnlyKeys(A, COMPANY_A);
    }

    @Test
    void as_many_as_wait_are_all_sent_in_the_end() {
        List<String> barcodes = IntStream.range(0, 300).mapToObj(i -> "p" + i).toList();
        barcodes.forEach(barcode -> {
            topology.listing(11, barcode, true);
            topology.refer(new ScopedVariant(new Scope.Company(1), barcode), 3);
        });
        assertThat(topology.settle()).isEmpty();
        barcodes.forEach(barcode -> topology.product(barcode, 3, barcode));
        assertThat(topology.settle()).hasSize(300);
    }

    private List<ScopedVariant> removed() {
        return topology.delivery.all().stream()
                .flatMap(sent -> sent.records().removed().stream())
                .toList();
    }
}
