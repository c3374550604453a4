package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import java.time.Instant;

/** Members of the API's responses as a page shows them; nothing for those that are absent. */
final class JsonFacts {

    private JsonFacts() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static Html time(String term, JsonNode value) {
        return value.isTextual() ? Shown.fact(term, time(value)) : Html.nothing();
    }

    static Html time(JsonNode value) {
        return Shown.time(Instant.parse(value.asText()));
    }

    static Html text(String term, JsonNode value) {
        return value.isMissingNode() || value.isNull() ? Html.nothing() : Shown.fact(term, Html.text(value.asText()));
    }
}
