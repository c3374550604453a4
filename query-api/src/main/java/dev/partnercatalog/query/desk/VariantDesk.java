package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.LinkedHashMap;
import java.util.Map;

/** A variant by its barcode or SKU, with where each value comes from. */
final class VariantDesk {

    private static final String KIND = "kind";
    private static final String ID = "id";
    private static final String SKU = "skus";
    private static final String BARCODE = "barcodes";

    private static final Map<String, String> SOURCES = Map.of(
            "BPD", "the product database",
            "Company", "the company",
            "Location", "the location");

    void addTo(DeskRoutes desk) {
        desk.get(DeskSection.VARIANTS.place().toString(), VariantDesk::page);
    }

    private static DeskView page(DeskVisit visit) {
        String company = visit.query(PartnerScopes.COMPANY);
        String location = visit.query(PartnerScopes.LOCATION);
        String kind = visit.query(KIND).equals(SKU) ? SKU : BARCODE;
        String id = visit.query(ID);
        return DeskView.of(
                DeskSection.VARIANTS,
                "Variants",
                Tag.P.of("Shows a variant as you get it at a location, or at a company as a whole."),
                Forms.get(
                        DeskSection.VARIANTS.place(),
                        "Look up",
                        PartnerScopes.suggested(visit.api()).fields(company, location, true),
                        Forms.choice(KIND, "By", kind, kinds()),
                        Forms.text(ID, "Barcode or SKU", id, true)),
                id.isEmpty() || company.isEmpty() ? Html.nothing() : found(visit, company, location, kind, id));
    }

    private static Map<String, String> kinds() {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put(BARCODE, "Barcode");
        kinds.put(SKU, "SKU");
        return kinds;
    }

    private static Html found(DeskVisit visit, String company, String location, String kind, String id) {
        ObjectNode batch = JsonFacts.object();
        PartnerScopes.putNumber(batch, "locationId", location);
        batch.putArray(kind).add(id);
        JsonNode answer;
        try {
            answer = visit.api()
                    .post(Place.of("v1", company, "variants", "batch-get"), batch.toString(), visit.key())
                    .orThrow();
        } catch (ApiRefusal e) {
            if (e.isNotYours()) {
                throw e;
            }
            return e.fault();
        }
        JsonNode variant = answer.path("variants").path(0);
        if (variant.isMissingNode()) {
            return Tag.P
                    .styled("notice")
                    .of(
                            Html.text("There is no such variant there. "),
                            Tag.A
                                    .to(Place.of("docs", "troubleshooting").at("a-product-isnt-found"))
                                    .of("Why a product isn't found"));
        }
        Table table = new Table("Record", "Field", "Value", "Comes from");
        variant.properties().forEach(field -> {
            if (!field.getKey().equals("catalogSource")) {
                table.row(
                        Html.text(field.getKey()),
                        Tag.CODE.of(
                                field.getValue().isTextual()
                                        ? field.getValue().asText()
                                        : field.getValue().toString()),
                        Html.text(source(variant.path("catalogSource")
                                .path(field.getKey())
                                .asText())));
            }
        });
        return table.html();
    }

    private static String source(String source) {
        return SOURCES.getOrDefault(source, source);
    }
}
