package dev.partnercatalog.cli.explain;

import dev.partnercatalog.cli.connection.TextTable;
import dev.partnercatalog.operations.explain.ConfigurationLayers;
import dev.partnercatalog.operations.explain.Effects;
import dev.partnercatalog.operations.explain.Explanation;
import dev.partnercatalog.operations.explain.Question;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** An explanation as plain text; its last line is the record itself, if the partner gets one. */
record ExplanationText(Explanation explanation) {

    void print(PrintWriter out) {
        Question question = explanation.question();
        ConfigurationLayers configuration = explanation.configuration();
        out.println("Barcode " + explanation.barcode() + " at " + question.where() + " for partner "
                + question.partnerId());
        printListings(out);
        printEntry(out);
        if (explanation.refusal() != null) {
            out.println("The partner gets nothing here: the API returns " + explanation.refusal());
        }
        String notSent = explanation.notSent();
        if (notSent != null) {
            out.println(notSent);
        }
        out.println();

        out.println("Layers, lowest first" + (configuration == null ? ", with every flag off, the default" : ""));
        new LayersText(explanation.fieldLayers()).print(out);
        out.println();
        printChanges(out);

        if (configuration != null) {
            ConfigurationText text =
                    new ConfigurationText(configuration, question.scope().isCompany());
            out.println("Configuration, lowest first");
            text.print(out);
            out.println();
            Effects effects = explanation.effects();
            if (effects != null) {
                text.printEffects(effects, out);
                out.println();
            }
        }
        printRecord(out);
    }

    private void printChanges(PrintWriter out) {
        if (explanation.changes().isEmpty()) {
            return;
        }
        out.println("The events that last changed each field, latest first");
        TextTable table = new TextTable();
        table.add(List.of("event", "read at", "fields"));
        explanation
                .changes()
                .forEach(change -> table.add(List.of(
                        change.topic().baseName() + " " + change.partition() + "-" + change.offset(),
                        change.readAt().toString(),
                        String.join(", ", change.fields()))));
        table.print(out, "  ");
        out.println();
    }

    private void printListings(PrintWriter out) {
        Question question = explanation.question();
        Listings listings = explanation.listings();
        if (listings != null) {
            String sku = question.identifier();
            String ofLocation = listings.ofLocation().getOrDefault(sku, "not listed");
            out.println("SKU " + sku + ": "
                    + (question.scope().isCompany() ? "" : "at the location " + ofLocation + ", ")
                    + "company-wide " + listings.ofCompany().getOrDefault(sku, "not listed"));
        }
        List<String> skus = explanation.skus();
        out.println("Listed by this scope as: " + (skus.isEmpty() ? "nothing" : String.join(", ", skus)));
    }

    private void printEntry(PrintWriter out) {
        ResolvedVariant entry = explanation.entry();
        if (!explanation.inBpd()) {
            out.println("BPD lacks the barcode, so it resolves to nothing; the layers below wait for it.");
            explanation.nearInWords().ifPresent(out::println);
        } else if (explanation.isEntryUnreadable()) {
            out.println("The resolver's entry can't be read, so the barcode resolves to nothing.");
        } else if (entry == null) {
            out.println("The resolver hasn't written an entry yet: try again in a moment.");
        } else {
            String key = VariantKeys.encode(VariantRecords.variant(entry));
            out.println("Entry " + key + ", revision " + entry.getRevision());
            if (!VariantRecords.entry(entry).equals(explanation.layers().resolve())) {
                out.println("The entry and the layers differ, because they are changing: try again in a moment.");
            }
            if (!entry.getStateCodes().isEmpty()) {
                out.println("Sold only in: " + String.join(", ", entry.getStateCodes()));
            }
        }
    }

    private void printRecord(PrintWriter out) {
        byte[] record = explanation.record();
        if (record == null) {
            out.println("No record: " + whyNoRecord());
        } else {
            out.println("Record");
            out.println(new String(record, StandardCharsets.UTF_8));
        }
    }

    private String whyNoRecord() {
        if (!explanation.inBpd()) {
            return "BPD lacks the barcode.";
        }
        return explanation.refusal() == null
                ? "the resolver's entry can't be read."
                : "the API returns " + explanation.refusal();
    }
}
