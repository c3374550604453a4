package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.OpenTopics.TopicReceiver;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.EventReader;
import dev.partnercatalog.streams.input.InputEvent;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Warns of events that fit, but hardly do what their author meant. Not thread-safe. */
final class LineWarnings implements Line.Reader {

    private static final int MOST_NAMED = 5;

    /** Of a file, so that memory is limited: some 130 MB. */
    private static final int MOST_KEYS = 1_000_000;

    private final Line.Reader lines;
    private final boolean strict;
    private final Supplier<Map<String, EditedPartner>> edits;
    private final PublishReport report;
    private final Map<String, Long> numbers = new HashMap<>();
    private @Nullable Map<String, EditedPartner> edited;

    /** @param edits returns the partners that have edited themselves, by id; called with a partner's first event */
    LineWarnings(Line.Reader lines, boolean strict, Supplier<Map<String, EditedPartner>> edits, PublishReport report) {
        this.lines = lines;
        this.strict = strict;
        this.edits = edits;
        this.report = report;
    }

    @Override
    public @Nullable Line next() throws IOException {
        Line line = lines.next();
        String warnings = line instanceof Line.Event event ? String.join("; ", warnings(event)) : "";
        if (line == null || warnings.isEmpty()) {
            return line;
        }
        if (strict) {
            return Line.Faulty.of(line.number(), warnings);
        }
        report.warning(line.number(), warnings);
        return line;
    }

    private List<String> warnings(Line.Event event) {
        List<String> warnings = new ArrayList<>();
        if (isWithoutEffect(event.value())) {
            warnings.add(
                    "assetPriority: has no effect: variantTypePreferences is empty, and the order applies only to the"
                            + " variant types in it");
        }
        Long earlier = numbers.size() < MOST_KEYS
                ? numbers.put(event.key(), event.number())
                : numbers.replace(event.key(), event.number());
        if (earlier != null) {
            warnings.add("has the same key as line " + earlier + ", " + Ids.quoted(event.key())
                    + ": the last line of a key counts");
        }
        Set<String> undone = event.value() instanceof Partner proposed ? undone(event.key(), proposed) : Set.of();
        if (!undone.isEmpty()) {
            warnings.add("undoes what the partner has changed itself: "
                    + undone.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + (undone.size() > MOST_NAMED ? " and " + (undone.size() - MOST_NAMED) + " more" : ""));
        }
        return warnings;
    }

    /** An order of assets applies to the variant types that have a preference, so to none if there is no preference (D8). */
    private static boolean isWithoutEffect(@Nullable SpecificRecord value) {
        if (value instanceof CompanyConfig company) {
            return !company.getAssetPriority().isEmpty()
                    && company.getVariantTypePreferences().isEmpty();
        }
        // A part that a location leaves out is its company's.
        return value instanceof LocationConfig location
                && location.getAssetPriority() != null
                && !location.getAssetPriority().isEmpty()
                && location.getVariantTypePreferences() != null
                && location.getVariantTypePreferences().isEmpty();
    }

    /** An event of a partner replaces its whole configuration, and so what the partner has changed itself (D18). */
    private Set<String> undone(String partnerId, Partner proposed) {
        edited = edited == null ? edits.get() : edited;
        EditedPartner partner = edited.get(partnerId);
        if (partner == null) {
            return Set.of();
        }
        Map<String, Object> published = settings(partner.published());
        Map<String, Object> now = settings(partner.now());
        Map<String, Object> next = settings(proposed);
        Set<String> undone = new TreeSet<>(published.keySet());
        undone.addAll(now.keySet());
        undone.removeIf(name ->
                Objects.equals(now.get(name), published.get(name)) || Objects.equals(now.get(name), next.get(name)));
        return undone;
    }

    /** A company and a location are one setting each, named by their ids, so that their order doesn't matter. */
    private static Map<String, Object> settings(Partner partner) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("partnerName", partner.getPartnerName());
        settings.put("enabled", partner.getEnabled());
        settings.put("webhook.enabled", partner.getWebhook().getEnabled());
        settings.put("webhook.url", partner.getWebhook().getUrl());
        for (AllowedCompany company : partner.getAllowedCompanies()) {
            String name = "allowedCompanies[" + company.getId() + "]";
            company.getLocations()
                    .forEach(location -> settings.put(name + ".locations[" + location.getId() + "]", location));
            AllowedCompany itself =
                    AllowedCompany.newBuilder(company).setLocations(List.of()).build();
            settings.put(name, itself);
        }
        return settings;
    }

    /** A partner that has changed its configuration itself (D18): as upstream published it last, and as it is now. */
    record EditedPartner(Partner published, Partner now) {

        /** All of them, by id. */
        static Map<String, EditedPartner> all(OpenTopics topics) {
            Map<String, PartnerConfig> configs = topics.read(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class)
                    .records();
            EventReader events = new EventReader(topics.registry());
            Map<String, EditedPartner> edited = new HashMap<>();
            topics.read(CatalogTopic.PARTNERS, record -> {
                String key = String.valueOf(TopicReceiver.key(record));
                PartnerConfig now = configs.get(key);
                if (now == null || now.getCommandId() == null) {
                    return; // It is as the operator published it.
                }
                try {
                    InputEvent event = events.read(CatalogTopic.PARTNERS, record.topic(), record.key(), record.value());
                    Partner published = ((PartnerEvent) event).partner();
                    edited.compute(
                            key,
                            (id, before) -> published == null ? null : new EditedPartner(published, now.getPartner()));
                } catch (RejectedRecordException e) {
                    // It is a dead letter, and the event before it still applies.
                }
            });
            return edited;
        }
    }
}
