package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.Catalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What {@code publish --wait} says about what became of its events. */
@ExtendWith(CatalogExtension.class)
class PublishOutcomeTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void what_is_too_large_by_itself_is_not_published_and_the_rest_is_resolved(CatalogAddresses catalog)
            throws IOException {
        String file = file(
                "bpd-variants",
                product("outcome-1", "fits"),
                product("outcome-2", "x".repeat(1_400_000)),
                product("outcome-3", "fits"));
        assertThat(publish(catalog, "bpd-variants", file)).isEqualTo(1);
        assertThat(err.toString())
                .containsPattern("line 2: the event is 14\\d+ bytes long: at most 1310720")
                .doesNotContain("rejected");
        assertThat(out.toString())
                .contains("published 2 records, 0 tombstones, 1 fault ")
                .containsPattern("resolved 2 records in .* s: 2 applied, 0 changed nothing, 0 rejected");
    }

    /** Such an event is rejected behind a topic of the resolver's own, since the limit concerns all records of a product. */
    @Test
    void what_is_too_large_together_with_other_records_is_named_by_its_own_position(CatalogAddresses catalog)
            throws IOException {
        String[] overrides = IntStream.rangeClosed(7701, 7740)
                .mapToObj(company -> "{\"companyId\": " + company + ", \"barcode\": \"outcome-5\", \"name\": \"n\"}")
                .toArray(String[]::new);
        assertThat(publish(catalog, "company-overrides", file("company-overrides", overrides)))
                .isZero();

        String file = file("bpd-variants", product("outcome-5", "x".repeat(1_000_000)), product("outcome-6", "fits"));
        assertThat(publish(catalog, "bpd-variants", file)).isEqualTo(1);

        assertThat(err.toString())
                .containsPattern("rejected: outcome-5 at \\d+-\\d+, dead letter \\d+-\\d+: .*outcome-5")
                .doesNotContain("rejected: outcome-6");
        assertThat(out.toString())
                .contains("published 2 records, 0 tombstones, 0 faults")
                .containsPattern("resolved 2 records in .* s: 1 applied, 0 changed nothing, 1 rejected");
    }

    @Test
    void what_says_what_the_catalog_has_already_is_counted(CatalogAddresses catalog) throws IOException {
        String product = product("outcome-7", "n");
        String listing = listing("outcome", "outcome-7");
        resolves(catalog, "bpd-variants", "1 applied, 0 changed nothing, 0 rejected", product);
        resolves(catalog, "bpd-variants", "0 applied, 1 changed nothing, 0 rejected", product);
        resolves(
                catalog,
                "bpd-variants",
                "1 applied, 1 changed nothing, 0 rejected",
                product,
                product("outcome-7", "m"));
        resolves(
                catalog,
                "bpd-variants",
                "0 applied, 1 changed nothing, 0 rejected",
                "{\"$delete\": {\"barcode\": \"outcome-0\"}}");

        resolves(catalog, "listings", "1 applied, 0 changed nothing, 0 rejected", listing);
        resolves(catalog, "listings", "0 applied, 1 changed nothing, 0 rejected", listing);
        // The company lists the barcode already, but not under this SKU.
        resolves(
                catalog,
                "listings",
                "1 applied, 1 changed nothing, 0 rejected",
                listing,
                listing("other", "outcome-7"));
        resolves(catalog, "listings", "1 applied, 0 changed nothing, 0 rejected", listing("other", "outcome-8"));
        resolves(
                catalog,
                "listings",
                "1 applied, 1 changed nothing, 0 rejected",
                unlisted("other"),
                unlisted("never-listed"));

        String partner = """
                {"partnerId": "outcome-p", "partnerName": "s", "enabled": true,\
                 "webhook": {"enabled": false, "url": ""}, "allowedCompanies": []}""";
        resolves(catalog, "partners", "1 applied, 0 changed nothing, 0 rejected", partner);
        resolves(catalog, "partners", "0 applied, 1 changed nothing, 0 rejected", partner);
        resolves(
                catalog,
                "partners",
                "0 applied, 1 changed nothing, 0 rejected",
                "{\"$delete\": {\"partnerId\": \"outcome-q\"}}");
    }

    @Test
    void what_is_passed_on_without_comparing_is_only_accepted(CatalogAddresses catalog) throws IOException {
        String company = "{\"companyId\": 8310, \"name\": \"c\", \"provider\": \"cova\", \"providerId\": \"p\"}";
        resolves(catalog, "companies", "1 accepted, 0 rejected", company);
        resolves(catalog, "companies", "1 accepted, 0 rejected", company);
    }

    private void resolves(CatalogAddresses catalog, String topic, String counts, String... lines) throws IOException {
        out.getBuffer().setLength(0);
        assertThat(publish(catalog, topic, file(topic, lines)))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).containsPattern("resolved " + lines.length + " records? in .* s: " + counts + "\n");
    }

    private static String listing(String sku, String barcode) {
        return "{\"companyId\": 8300, \"locationId\": 8302, \"sku\": \"" + sku + "\", \"barcode\": \"" + barcode
                + "\"}";
    }

    private static String unlisted(String sku) {
        return "{\"$delete\": {\"companyId\": 8300, \"locationId\": 8302, \"sku\": \"" + sku + "\"}}";
    }

    @Test
    void everything_is_resolved_when_it_ends(CatalogAddresses catalog) throws Exception {
        String partner = """
                {"partnerId": "outcome", "partnerName": "s", "enabled": true, "webhook": {"enabled": false, "url": ""},\
                 "allowedCompanies": [{"id": "8300", "name": "c", "provider": "cova", "providerId": "p",\
                 "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true,\
                 "labels": true}, "locations": [{"id": "8301", "name": "l", "providerId": "q"}]}]}""";
        assertThat(publish(catalog, "partners", file("partners", partner))).isZero();
        assertThat(publish(catalog, "bpd-variants", file("bpd-variants", product("outcome-4", "n"))))
                .isZero();
        assertThat(
                        publish(
                                catalog,
                                "listings",
                                file(
                                        "listings",
                                        "{\"companyId\": 8300, \"locationId\": 8301, \"sku\": \"s\", \"barcode\": \"outcome-4\"}")))
                .isZero();
        assertThat(err.toString()).doesNotContain("rejected");
        out.getBuffer().setLength(0);
        // Read from the topics, not from an application that may be a moment behind.
        assertThat(run(catalog, "explain", "--partner-id=outcome", "--company=8300", "--location=8301", "--sku=s"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("\"barcode\":\"outcome-4\"");
    }

    private int publish(CatalogAddresses catalog, String topic, String file) {
        return run(catalog, "publish", "--wait", topic, file);
    }

    private int run(CatalogAddresses catalog, String... command) {
        String[] arguments = new String[command.length + 2];
        System.arraycopy(command, 0, arguments, 0, command.length);
        arguments[command.length] = "--kafka=" + catalog.kafka().bootstrapServers();
        arguments[command.length + 1] = "--registry=" + catalog.registry();
        return Catalog.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static String product(String barcode, String name) {
        return "{\"barcode\": \"" + barcode + "\", \"name\": \"" + name + "\"}";
    }

    private String file(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name + ".ndjson"), String.join("\n", lines))
                .toString();
    }
}
