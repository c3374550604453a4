package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.Catalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void what_the_resolver_rejected_is_named_and_counted_with_status_1(CatalogAddresses catalog) throws IOException {
        String file = file(
                "bpd-variants",
                product("outcome-1", "fits"),
                product("outcome-2", "x".repeat(1_400_000)),
                product("outcome-3", "fits"));
        assertThat(publish(catalog, "bpd-variants", file)).isEqualTo(1);
        assertThat(err.toString())
                .containsPattern("rejected: outcome-2 at \\d+-\\d+, dead letter \\d+-\\d+: .*1310720")
                .doesNotContain("rejected: outcome-1", "rejected: outcome-3");
        assertThat(out.toString())
                .contains("published 3 records, 0 tombstones, 0 faults")
                .containsPattern("resolved 3 records in .* s: 2 accepted, 1 rejected");
    }

    @Test
    void everything_is_resolved_when_it_ends(CatalogAddresses catalog) throws Exception {
        String partner = """
                {"partnerId": "outcome", "partnerName": "s", "enabled": true, "webhook": {"enabled": false, "url": ""},\
                 "allowedCompanies": [{"id": "7600", "name": "c", "provider": "cova", "providerId": "p",\
                 "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true,\
                 "labels": true}, "locations": [{"id": "7601", "name": "l", "providerId": "q"}]}]}""";
        assertThat(publish(catalog, "partners", file("partners", partner))).isZero();
        assertThat(publish(catalog, "bpd-variants", file("bpd-variants", product("outcome-4", "n"))))
                .isZero();
        assertThat(
                        publish(
                                catalog,
                                "listings",
                                file(
                                        "listings",
                                        "{\"companyId\": 7600, \"locationId\": 7601, \"sku\": \"s\", \"barcode\": \"outcome-4\"}")))
                .isZero();
        assertThat(err.toString()).doesNotContain("rejected");
        out.getBuffer().setLength(0);
        // Read from the topics, not from an application that may be a moment behind.
        assertThat(run(catalog, "explain", "--partner-id=outcome", "--company=7600", "--location=7601", "--sku=s"))
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
