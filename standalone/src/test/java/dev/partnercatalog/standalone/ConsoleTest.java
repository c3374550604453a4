package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The pages of the operators' console on a running catalog. */
@ExtendWith(CatalogExtension.class)
class ConsoleTest {

    private static final Duration SOON = Duration.ofMinutes(3);

    private final RunningConsole console;
    private final ConsoleClient visitor;

    ConsoleTest(RunningConsole console) {
        this.console = console;
        visitor = console.visitor();
    }

    @Test
    void the_overview_tells_that_the_resolver_and_the_sink_run_and_how_much_flows(CatalogAddresses catalog)
            throws Exception {
        await().atMost(SOON).untilAsserted(() -> {
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("console-flow", "n"));
            String page = visitor.page("/");
            assertThat(page.split("Running</span>", -1)).hasSize(3);
            assertThat(page).containsPattern("<dt>bpd-variants</dt><dd>[0-9.<& lt;]*[1-9][0-9]*/s</dd>");
        });
    }

    @Test
    void a_record_is_explained_layer_by_layer_and_is_the_one_that_the_partner_gets(CatalogAddresses catalog)
            throws Exception {
        PartnerClient partner = catalog.client("console-explain");
        catalog.publish(CatalogTopic.PARTNERS, partner("console-explain", "", 7_500));
        catalog.publish(CatalogTopic.BPD_VARIANTS, product("console-1", "of BPD <b>"));
        catalog.publish(
                CatalogTopic.COMPANY_ATTRIBUTES,
                "{\"companyId\": 7500, \"barcode\": \"console-1\", \"displayName\": \"of the company\", \"badges\":"
                        + " [\"new\"]}");
        catalog.publish(CatalogTopic.LISTINGS, listing(7_500, "c-1", "console-1"));
        await().atMost(SOON).untilAsserted(() -> {
            JsonNode answer = partner.variants(7_500, 7_501, List.of(), List.of("c-1"));
            assertThat(answer.path("variants")).hasSize(1);
            String page =
                    visitor.page("/explain?partner=console-explain&company=7500&location=7501&kind=sku&identifier=c-1");
            assertThat(page)
                    .contains("of BPD &lt;b&gt;", "flag off</span> <code>&quot;of the company&quot;")
                    .doesNotContain("<b>");
            assertThat(record(page)).isEqualTo(answer.path("variants").get(0));
            assertThat(page)
                    .containsPattern("bpd-variants [0-9]+-[0-9]+</code>")
                    .containsPattern("company-attributes [0-9]+-[0-9]+</code>(?:(?!</tr>).)*displayName, badges");
        });
        assertThat(visitor.page("/explain?partner=console-explain&company=7500&kind=sku&identifier=nothing"))
                .contains("SKU nothing is not listed at company 7500");
        assertThat(visitor.page("/explain?partner=p&company=seven&identifier=1"))
                .contains("the company", "seven");
    }

    private static JsonNode record(String page) {
        Matcher pre = Pattern.compile("(?s)<pre[^>]*>(.*)</pre>").matcher(page);
        assertThat(pre.find()).isTrue();
        return PartnerClient.read(
                pre.group(1).replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">"));
    }

    @Test
    void events_are_previewed_and_what_variants_lack_is_counted(CatalogAddresses catalog) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, partner("console-preview", "", 7_550));
        catalog.publish(
                CatalogTopic.BPD_VARIANTS,
                "{\"barcode\": \"console-3\", \"name\": \"n\", \"thc\": {\"avg\": \"1,260mg\"},"
                        + " \"cannabisUnitOfMeasure\": \"%\"}");
        catalog.publish(
                CatalogTopic.COMPANY_CONFIGS,
                "{\"partnerId\": \"console-preview\", \"companyId\": 7550, \"cannabisUnitOfMeasure\": \"mg/g\"}");
        catalog.publish(CatalogTopic.LISTINGS, listing(7_550, "c-3", "console-3"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(visitor.page("/completeness?partner=console-preview"))
                        .containsSubsequence("By company", "7550", "By partner", "7550/console-3", "thc.avg")
                        .contains("&quot;1,260mg&quot;", "it is not a plain decimal number"));
        assertThat(visitor.page("/completeness?company=x")).contains("the company", "x");
        assertThat(visitor.page("/completeness?partner=nobody-there")).contains("there is no partner nobody-there");

        assertThat(visitor.page("/preview")).contains("Sign in").doesNotContain("<textarea");
        ConsoleClient operator = console.operator();
        assertThat(operator.page("/preview")).contains("<textarea");
        assertThat(operator.ask(
                        "/preview",
                        "topic",
                        "bpd-variants",
                        "events",
                        "{\"barcode\": \"console-3\", \"name\": \"<b>renamed\"}\r\n{\"barcod\": 1}"))
                .contains("1 event would change 1 record of 1 partner: 1 changed", "console-preview")
                .contains("&lt;b&gt;renamed", "line:2", "BpdVariant has no such field")
                .doesNotContain("<b>renamed");
        String typed =
                "{\"barcode\": \"console-3\", \"name\": \"a\u200Db\"}\r\n{\"barcode\": \"console-4\", \"name\": \"x\"}";
        String shown = typed.replace("\r\n", "\n").replace("\"", "&quot;");
        assertThat(operator.ask("/preview", "topic", "bpd-variants", "events", typed))
                .contains("2 events would change", shown + "</textarea>");
        assertThat(operator.ask("/preview", "topic", "resolved-variants", "events", "{}"))
                .contains("There is no input topic resolved-variants");
    }

    @Test
    void a_dead_letter_is_shown_and_replayed(CatalogAddresses catalog) throws Exception {
        Brokers brokers = new Brokers(catalog.kafka());
        String topic = brokers.nameOf(CatalogTopic.BPD_VARIANTS);
        try (Producer<String, byte[]> producer = brokers.producer()) {
            producer.send(new ProducerRecord<>(topic, "console-letter", "<i>no Avro</i>".getBytes(UTF_8)))
                    .get();
        }
        ConsoleClient operator = console.operator();
        Pattern row = Pattern.compile("href=\"/dead-letters/(\\d+-\\d+)\"(?:(?!</tr>).)*console-letter");
        String id = await().atMost(SOON)
                .until(() -> row.matcher(operator.page("/dead-letters?topic=bpd-variants")), Matcher::find)
                .group(1);
        assertThat(operator.page("/dead-letters/" + id))
                .contains("begin with a zero byte", "not decodable", "|&lt;i&gt;no Avro&lt;/i&gt;|", topic)
                .doesNotContain("<i>");
        assertThat(operator.submit("/dead-letters/replay", "id", id)).contains(id + ": replayed to " + topic);
        assertThat(operator.submit("/dead-letters/replay", "id", id)).contains(id + ": was replayed before");
        assertThat(operator.submit("/dead-letters/replay", "id", "0-999999999", "id", id))
                .contains("Dead letter 0-999999999 doesn&#39;t exist", id + ": was replayed before");
        assertThat(visitor.page("/dead-letters/" + id)).doesNotContain(">Replay<");
    }

    @Test
    void what_is_not_there_or_out_of_form_is_told_on_a_page() throws Exception {
        for (String path : List.of("/nothing", "/partners/nobody", "/dead-letters/0-999999999", "/dead-letters/x")) {
            HttpResponse<String> answer = visitor.get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(answer.body()).contains("<h1>Not found</h1>");
        }
        for (String wrong : List.of(
                "/dead-letters?until=x",
                "/dead-letters?topic=x",
                "/audit?until=x",
                "/replay?topic=x",
                "/dismiss?since=x")) {
            HttpResponse<String> answer = console.operator().get(wrong);
            assertThat(answer.statusCode()).as(wrong).isEqualTo(400);
            assertThat(answer.body()).contains("<h1>Not accepted</h1>", "&#39;x&#39; is invalid: expected a t");
        }
    }
}
