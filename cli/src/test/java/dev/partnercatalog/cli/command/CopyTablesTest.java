package dev.partnercatalog.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.output.TextReport;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.webhooks.CopyTables;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.CopyReport;
import dev.partnercatalog.webhook.reconcile.Verification.Finding;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CopyTablesTest {

    private static final ScopedVariant A = new ScopedVariant(Scope.of(7, 70), "A");
    private static final ScopedVariant B = new ScopedVariant(new Scope.Company(7), "B");

    private static CopyReport report(
            Map<Finding, Long> counts, long toSend, long toRemove, Map<Finding, List<ScopedVariant>> examples) {
        return new CopyReport("menuboard", counts, toSend, toRemove, examples, List.of());
    }

    private static CopyReport different() {
        return report(
                Map.of(Finding.AGREES, 12L, Finding.DIFFERS, 3L, Finding.EXTRA, 1L),
                3,
                1,
                Map.of(Finding.DIFFERS, List.of(A, B), Finding.EXTRA, List.of(A)));
    }

    @Test
    void people_read_the_counts_and_the_first_variants_of_each_kind() {
        StringWriter text = new StringWriter();
        new TextReport(new PrintWriter(text), 80).print(CopyTables.of(different()));
        assertThat(text.toString().lines())
                .containsExactly(
                        "partner:              menuboard",
                        "agree:                12",
                        "due:                  0",
                        "in doubt:             0",
                        "differ:               3",
                        "missing:              0",
                        "held but not listed:  1",
                        "to send:              3",
                        "to remove:            1",
                        "",
                        "Variants: differ",
                        "  company  location  barcode",
                        "  7        70        A",
                        "  7        7         B",
                        "  and 1 more",
                        "",
                        "Variants: held but not listed",
                        "  company  location  barcode",
                        "  7        70        A");
        assertThat(different().isRight()).isFalse();
    }

    @Test
    void programs_read_one_object() {
        assertThat(JsonReport.of(CopyTables.of(different())).toString())
                .isEqualTo(
                        "{\"partnerId\":\"menuboard\",\"equal\":false,\"agree\":12,\"due\":0,\"inDoubt\":0,"
                                + "\"unreadable\":0,\"differ\":3,\"missing\":0,\"heldButNotListed\":1,\"toSend\":3,\"toRemove\":1,\"examples\":{"
                                + "\"differ\":[{\"companyId\":7,\"locationId\":70,\"barcode\":\"A\"},"
                                + "{\"companyId\":7,\"locationId\":7,\"barcode\":\"B\"}],"
                                + "\"heldButNotListed\":[{\"companyId\":7,\"locationId\":70,\"barcode\":\"A\"}]},\"unreadableRecords\":0}");
    }

    @Test
    void a_copy_is_right_only_if_everything_agrees() {
        assertThat(report(Map.of(Finding.AGREES, 12L), 0, 0, Map.of()).isRight())
                .isTrue();
        for (Finding finding : Finding.values()) {
            assertThat(report(Map.of(finding, 1L), 0, 0, Map.of()).isRight()).isEqualTo(finding == Finding.AGREES);
        }
    }
}
