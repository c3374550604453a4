package dev.partnercatalog.operations.completeness;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What listed variants lack.
 *
 * @param companies by company id: everything with every flag on and no unit configured
 * @param partners by partner id: what the partner may see, as it reads it
 * @param failedConversions number of values that can't be converted to the configured units
 * @param conversions the first of those
 * @param near for some of the listed barcodes without an entry, what BPD has that is perhaps the same number
 * @param stopped why the report is incomplete, in sentences; empty if it is complete
 * @param unreadable records that would have counted, but can't be read
 */
public record CompletenessReport(
        SortedMap<Long, CompletenessCounts> companies,
        SortedMap<String, CompletenessCounts> partners,
        long failedConversions,
        List<FailedConversion> conversions,
        SortedMap<String, List<String>> near,
        List<String> stopped,
        List<UnreadableRecord> unreadable) {

    private static final ObjectMapper JSON = new ObjectMapper();

    public CompletenessReport {
        companies = Collections.unmodifiableSortedMap(new TreeMap<>(companies));
        partners = Collections.unmodifiableSortedMap(new TreeMap<>(partners));
        conversions = List.copyOf(conversions);
        near = Collections.unmodifiableSortedMap(new TreeMap<>(near));
        stopped = List.copyOf(stopped);
        unreadable = List.copyOf(unreadable);
    }

    /** The number of values that can't be converted and aren't listed individually. */
    public long unnamedConversions() {
        return failedConversions - conversions.size();
    }

    /** For programs. */
    public ObjectNode json() {
        ObjectNode json = JSON.createObjectNode();
        ObjectNode byCompany = json.putObject("companies");
        companies.forEach((companyId, counted) -> put(byCompany.putObject(companyId.toString()), counted));
        ObjectNode byPartner = json.putObject("partners");
        partners.forEach((partnerId, counted) -> put(byPartner.putObject(partnerId), counted));
        json.put("failedConversions", failedConversions);
        ArrayNode failed = json.putArray("conversions");
        for (FailedConversion conversion : conversions) {
            failed.addObject()
                    .put("partnerId", conversion.partnerId())
                    .put("companyId", conversion.companyId())
                    .put("barcode", conversion.barcode())
                    .put("unitField", conversion.fault().unitField().jsonName())
                    .put("configuredUnit", conversion.fault().wantedUnit())
                    .put("reason", conversion.fault().reason().name())
                    .put("field", conversion.fault().field())
                    .put("value", conversion.fault().value());
        }
        ObjectNode nearBarcodes = json.putObject("nearBarcodes");
        near.forEach((barcode, others) -> others.forEach(nearBarcodes.putArray(barcode)::add));
        ArrayNode why = json.putArray("stopped");
        stopped.forEach(why::add);
        json.put("unreadableRecords", unreadable.size());
        return json;
    }

    private static void put(ObjectNode json, CompletenessCounts counted) {
        json.put("listed", counted.listed());
        ObjectNode lacking = json.putObject("lacking");
        ObjectNode examples = json.putObject("examples");
        for (Lacking what : Lacking.all()) {
            lacking.put(what.jsonName(), counted.lacking(what));
            if (!counted.examples(what).isEmpty()) {
                ArrayNode named = examples.putArray(what.jsonName());
                counted.examples(what).forEach(named::add);
            }
        }
    }
}
