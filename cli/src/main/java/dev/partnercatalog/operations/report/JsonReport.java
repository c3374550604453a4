package dev.partnercatalog.operations.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.operations.report.ReportTable.Heading;
import dev.partnercatalog.runtime.text.PrintableText;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes JSON of a report, for programs. */
public final class JsonReport {

    private static final ObjectMapper JSON =
            new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
    private static final String NESTED = "/";

    private JsonReport() {}

    /** One object. */
    public static ObjectNode of(Report report) {
        ObjectNode json = object(report);
        return json.put("unreadableRecords", report.unreadable().size());
    }

    /** One object. */
    public static ObjectNode of(Part.Facts facts) {
        ObjectNode json = JSON.createObjectNode();
        add(facts, json);
        return json;
    }

    /** An object for each row. */
    public static List<ObjectNode> lines(ReportTable table) {
        return table.rows().stream()
                .map(row -> {
                    ObjectNode json = JSON.createObjectNode();
                    put(json, table.headings(), row);
                    return json;
                })
                .toList();
    }

    private static ObjectNode object(Report report) {
        ObjectNode json = JSON.createObjectNode();
        report.parts().forEach(part -> add(part, json));
        report.faults().forEach(part -> add(part, json));
        return json;
    }

    private static void add(Part part, ObjectNode json) {
        if (part instanceof Part.Facts facts) {
            for (Part.Fact fact : facts.facts()) {
                put(json, new Heading(fact.key(), fact.term()), fact.cell());
            }
        } else if (part instanceof ReportTable table) {
            add(table, json);
        } else if (part instanceof Part.Section section) {
            section.parts().forEach(inner -> add(inner, json));
        } else if (part instanceof Part.Warnings warnings && warnings.key() != null) {
            warnings.texts().forEach(json.putArray(warnings.key())::add);
        } else if (part instanceof Part.Items items) {
            ArrayNode array = json.putArray(items.key());
            items.reports().forEach(report -> array.add(object(report)));
        } else if (part instanceof Part.Json document) {
            json.set(document.key(), tree(document.text()));
        }
    }

    private static void add(ReportTable table, ObjectNode json) {
        ReportTable.Form form = table.form();
        if (form == null) {
            return;
        }
        if (!form.byFirst()) {
            parent(json, form.key()).putArray(last(form.key())).addAll(lines(table));
            return;
        }
        ObjectNode members = parent(json, form.key()).putObject(last(form.key()));
        List<Heading> others = table.headings().subList(1, table.headings().size());
        for (List<Cell> row : table.rows()) {
            String name = tree(row.get(0)).asText();
            if (others.size() == 1) {
                put(members, name, row.get(1));
            } else {
                put(members.putObject(name), others, row.subList(1, row.size()));
            }
        }
    }

    private static void put(ObjectNode json, List<Heading> headings, List<Cell> row) {
        for (int i = 0; i < row.size(); i++) {
            put(json, headings.get(i), row.get(i));
        }
    }

    private static void put(ObjectNode json, Heading heading, Cell cell) {
        String key = heading.key();
        if (key != null) {
            put(parent(json, key), last(key), cell);
        }
    }

    private static void put(ObjectNode json, String key, Cell cell) {
        if (cell instanceof Cell.Absent absent && !absent.isTold()) {
            return;
        }
        if (cell instanceof Cell.Bytes bytes && PrintableText.utf8(bytes.bytes()) == null) {
            json.put(key + "Base64", Base64.getEncoder().encodeToString(bytes.bytes()));
        } else {
            json.set(key, tree(cell));
        }
    }

    private static JsonNode tree(Cell cell) {
        if (cell instanceof Cell.Many many) {
            ArrayNode array = JSON.createArrayNode();
            many.cells().forEach(one -> array.add(tree(one)));
            return array;
        }
        if (cell instanceof Cell.Layered layered) {
            return JSON.createObjectNode()
                    .put("outcome", layered.outcome().words().replace(' ', '-'))
                    .set("value", tree(layered.value()));
        }
        return JSON.valueToTree(plain(cell));
    }

    /** The value of a simple cell as programs get it: a text, a number or a choice; null if it has none. */
    public static @Nullable Object plain(Cell cell) {
        if (cell instanceof Cell.Text text) {
            return text.text();
        } else if (cell instanceof Cell.Code code) {
            return code.text();
        } else if (cell instanceof Cell.Count number) {
            return number.number();
        } else if (cell instanceof Cell.Time time) {
            return time.time().toString();
        } else if (cell instanceof Cell.Flag flag) {
            return flag.on();
        } else if (cell instanceof Cell.State state) {
            return state.code();
        } else if (cell instanceof Cell.Partner partner) {
            return partner.id();
        } else if (cell instanceof Cell.Company company) {
            return company.id();
        } else if (cell instanceof Cell.Variant variant) {
            return variant.shown();
        } else if (cell instanceof Cell.DeadLetterId letter) {
            return letter.id();
        } else if (cell instanceof Cell.Bytes bytes) {
            return PrintableText.utf8(bytes.bytes());
        } else if (cell instanceof Cell.Value value) {
            return value.value();
        }
        return null;
    }

    private static ObjectNode parent(ObjectNode json, String key) {
        int slash = key.indexOf(NESTED);
        return slash < 0 ? json : json.withObjectProperty(key.substring(0, slash));
    }

    private static String last(String key) {
        return key.substring(key.indexOf(NESTED) + 1);
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            // Avro's own text of a record needn't be JSON to the letter.
            return JSON.getNodeFactory().textNode(json);
        }
    }
}
