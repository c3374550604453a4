package dev.partnercatalog.operations.preview;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What events would change. A record is a listed variant as a partner gets it at a scope, by webhook or by batch-get.
 *
 * @param events number of events that were read
 * @param faulty number of other events that would change nothing, because they don't fit or the resolver would reject
 *     them
 * @param faults the first of those
 * @param warned number of events that are probably not what their author meant
 * @param warnings the first of those
 * @param settings the settings of partners that would differ, by partner id
 * @param partners the counts of partners with records that would differ, by partner id
 * @param fields for each field, by name, the number of changed records that differ in it
 * @param examples a few records
 * @param unlisted how many barcodes in the events are listed, before and after, by none of the companies that the
 *     events concern; null if not all listings were read
 * @param stopped why the preview is incomplete, in sentences; empty if it is complete
 * @param unreadable records that would have counted, but can't be read
 */
public record Preview(
        long events,
        long faulty,
        List<EventFault> faults,
        long warned,
        List<EventFault> warnings,
        SortedMap<String, List<MemberDifference>> settings,
        SortedMap<String, Counts> partners,
        SortedMap<String, Long> fields,
        List<Example> examples,
        @Nullable Long unlisted,
        List<String> stopped,
        List<UnreadableRecord> unreadable) {

    private static final ObjectMapper JSON = new ObjectMapper();

    public Preview {
        faults = List.copyOf(faults);
        warnings = List.copyOf(warnings);
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        partners = Collections.unmodifiableSortedMap(new TreeMap<>(partners));
        fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
        examples = List.copyOf(examples);
        stopped = List.copyOf(stopped);
        unreadable = List.copyOf(unreadable);
    }

    /** The counts over all partners. */
    public Counts records() {
        return partners.values().stream()
                .reduce(
                        Counts.NONE,
                        (one, other) -> new Counts(
                                one.changed() + other.changed(),
                                one.added() + other.added(),
                                one.removed() + other.removed()));
    }

    /** What would happen, in one sentence. */
    public String summary() {
        Counts records = records();
        return Quantity.of(events, "event") + " would change " + Quantity.of(records.all(), "record") + " of "
                + Quantity.of(partners.size(), "partner") + ": " + records.changed() + " changed, " + records.added()
                + " added, " + records.removed() + " removed. Nothing was published.";
    }

    /** One sentence about the barcodes that aren't listed; empty if there are none. */
    public Optional<String> unlistedInWords() {
        return unlisted == null || unlisted == 0
                ? Optional.empty()
                : Optional.of((unlisted == 1 ? "1 of the barcodes is" : unlisted + " of the barcodes are")
                        + " listed by none of the companies that the events are about, so no webhook sends it.");
    }

    /** For programs. */
    public ObjectNode json() {
        ObjectNode json = JSON.createObjectNode().put("events", events);
        put(json.putObject("records"), records());
        ObjectNode byPartner = json.putObject("partners");
        partners.forEach((partnerId, counts) -> put(byPartner.putObject(partnerId), counts));
        ObjectNode bySetting = json.putObject("settings");
        settings.forEach((partnerId, differences) -> putAll(bySetting.putObject(partnerId), differences));
        ObjectNode byField = json.putObject("fields");
        fields.forEach(byField::put);
        ArrayNode shown = json.putArray("examples");
        for (Example example : examples) {
            ObjectNode one = shown.addObject()
                    .put("partnerId", example.partnerId())
                    .put("companyId", example.scope().companyId())
                    .put("locationId", example.scope().locationId())
                    .put("barcode", example.barcode())
                    .put("kind", example.kind().words());
            putAll(one.putObject("fields"), example.differences());
        }
        if (unlisted != null) {
            json.put("unlistedBarcodes", unlisted);
        }
        json.put("faulty", faulty);
        putAll(json.putArray("faults"), faults);
        json.put("warned", warned);
        putAll(json.putArray("warnings"), warnings);
        ArrayNode why = json.putArray("stopped");
        stopped.forEach(why::add);
        json.put("unreadableRecords", unreadable.size());
        return json;
    }

    private static void putAll(ArrayNode json, List<EventFault> events) {
        events.forEach(event -> json.addObject().put("place", event.place()).put("problem", event.problem()));
    }

    private static void putAll(ObjectNode json, List<MemberDifference> differences) {
        differences.forEach(difference -> json.putObject(difference.field()).<ObjectNode>setAll(sides(difference)));
    }

    /** A missing side is left out. */
    private static ObjectNode sides(MemberDifference difference) {
        ObjectNode sides = JSON.createObjectNode();
        if (difference.before() != null) {
            sides.set("before", difference.before());
        }
        if (difference.after() != null) {
            sides.set("after", difference.after());
        }
        return sides;
    }

    private static void put(ObjectNode json, Counts counts) {
        json.put("changed", counts.changed()).put("added", counts.added()).put("removed", counts.removed());
    }
}
