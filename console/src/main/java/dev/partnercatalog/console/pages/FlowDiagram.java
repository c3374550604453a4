package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.runtime.html.Attribute;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A diagram of the record flow: inputs, resolver, what it resolves, and the two applications that read that. */
record FlowDiagram(Flow flow, List<WebhookStatus> statuses) {

    /** Written in transactions, whose markers take offsets too: how much of a topic's growth is records isn't known. */
    private static final List<CatalogTopic> RESOLVED = List.of(
            CatalogTopic.RESOLVED_VARIANTS,
            CatalogTopic.COMPANY_VARIANTS,
            CatalogTopic.SKU_BARCODES,
            CatalogTopic.PARTNER_CONFIGS,
            CatalogTopic.SCOPE_CONFIGS,
            CatalogTopic.COMPANY_DIRECTORY);

    /** Names of the applications for people. */
    private static final Map<String, String> TITLES = Map.of("streams-app", "Resolver", "webhook-sink", "Webhook sink");

    static String title(String application) {
        return TITLES.getOrDefault(application, application);
    }

    /** Whether a rate is shown as an upper bound. */
    static boolean showsBounds(Flow flow) {
        return Stream.concat(Stream.of(RESOLVED), RESOLVED.stream().map(List::of))
                .anyMatch(topics -> CatalogValues.isAtMost(flow.rate(topics)));
    }

    Html html() {
        return Tag.OL
                .styled("flow")
                .with(Attribute.ARIA_LABEL, "Record flow")
                .of(
                        Tag.LI.of(topics("Upstream", Flow.INPUTS, CatalogValues::rate)),
                        Tag.LI.of(application("streams-app")),
                        Tag.LI.of(topics("Resolved", RESOLVED, CatalogValues::rateAtMost)),
                        Tag.LI.of(Tag.DIV.styled("readers").of(queryApi(), application("webhook-sink", deliveries()))));
    }

    private Html topics(String title, List<CatalogTopic> topics, Function<@Nullable Double, String> shown) {
        return Tag.SECTION
                .styled("stage")
                .of(
                        Tag.H2.of(title),
                        Tag.P.styled("rate").of(shown.apply(flow.rate(topics))),
                        Shown.facts(topics.stream()
                                .map(topic ->
                                        Shown.fact(topic.baseName(), Html.text(shown.apply(flow.rate(List.of(topic))))))
                                .toArray(Html[]::new)));
    }

    private Html application(String name, Html... more) {
        Flow.Group group = flow.groups().stream()
                .filter(candidate -> candidate.application().equals(name))
                .findFirst()
                .orElseThrow();
        return Tag.SECTION
                .styled("stage application")
                .of(
                        Tag.H2.of(title(name)),
                        Tag.P.of(state(group)),
                        Shown.facts(
                                Shown.fact("Lag", Html.text(Shown.number(group.totalLag()))),
                                Shown.fact("Threads", Html.text(group.members() + " on " + hosts(group))),
                                Html.of(more)));
    }

    /** Without a state: the brokers don't know its instances. */
    private static Html queryApi() {
        return Tag.SECTION
                .styled("stage application")
                .of(
                        Tag.H2.of("Query API"),
                        Tag.P
                                .styled("quiet")
                                .of("The brokers don't know its instances. Each reports its own state, at"
                                        + " /internal/ready and /metrics."));
    }

    static Html state(Flow.Group group) {
        if (group.isStable()) {
            return Shown.badge(Shown.Mood.GOOD, "Running");
        }
        return group.members() == 0
                ? Shown.badge(Shown.Mood.BAD, "Not running")
                : Shown.badge(Shown.Mood.WARNING, "Rebalancing (" + group.state() + ")");
    }

    private static String hosts(Flow.Group group) {
        return Quantity.of(group.hosts(), "host");
    }

    private Html deliveries() {
        long due = statuses.stream().mapToLong(WebhookStatus::due).sum();
        return Html.of(
                Shown.fact("Due", Html.text(Shown.number(due))),
                Shown.fact(
                        "Attempts", Html.text(CatalogValues.rate(flow.rate(List.of(CatalogTopic.WEBHOOK_ATTEMPTS))))));
    }
}
