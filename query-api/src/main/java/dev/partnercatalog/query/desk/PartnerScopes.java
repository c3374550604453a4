package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.html.Choices;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The companies and locations of the partner, as forms suggest them.
 *
 * @param partner as {@code GET /v1/partner} shows it
 */
record PartnerScopes(JsonNode partner) {

    static final Place PARTNER = Place.of("v1", "partner");

    static final String COMPANY = "company";
    static final String LOCATION = "location";

    static PartnerScopes of(PartnerApi api) {
        return new PartnerScopes(api.get(PARTNER).orThrow());
    }

    /** Those that a form suggests: none if there are too many for a page. */
    static PartnerScopes suggested(PartnerApi api) {
        return new PartnerScopes(api.get(PARTNER).success().json());
    }

    /** The fields for a company and a location of it. */
    Html fields(String company, String location, boolean required) {
        Map<String, String> companies = new LinkedHashMap<>();
        Map<String, String> locations = new LinkedHashMap<>();
        for (JsonNode each : partner.path("allowedCompanies")) {
            String name = each.path("name").asText();
            companies.put(each.path("id").asText(), name);
            locations.put(each.path("id").asText(), name + ", as a whole");
            for (JsonNode one : each.path("locations")) {
                locations.put(
                        one.path("id").asText(), name + ", " + one.path("name").asText());
            }
        }
        return Html.of(
                Forms.text(COMPANY, "Company", company, required, new Choices(companies)),
                Forms.text(
                        LOCATION,
                        "Location, or the company again for the company as a whole",
                        location,
                        required,
                        new Choices(locations)));
    }

    /** Whether these are a company of the partner, and one of its locations or the company itself, or none. */
    boolean contains(String company, String location) {
        for (JsonNode each : partner.path("allowedCompanies")) {
            if (each.path("id").asText().equals(company)) {
                return location.isEmpty()
                        || location.equals(company)
                        || each.path("locations").findValuesAsText("id").contains(location);
            }
        }
        return false;
    }

    /** Adds an id as the number that the API expects; what isn't one goes as text, and the API says what is wrong. */
    static void putNumber(ObjectNode json, String name, String id) {
        if (id.matches("[0-9]{1,16}")) {
            json.put(name, Long.parseLong(id));
        } else if (!id.isEmpty()) {
            json.put(name, id);
        }
    }
}
