package dev.partnercatalog.benchmarks.measure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Formats rows as a table for people and as JSON. */
public final class Report {

    private Report() {}

    public static String table(List<Row> rows) {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%-20s %12s %12s  %-11s %7s %7s %7s%n",
                "row",
                "ours",
                "against",
                "unit",
                "ratio",
                "goal",
                "spread"));
        for (Row row : rows) {
            table.append(String.format(
                    Locale.ROOT,
                    "%-20s %12.2f %12.2f  %-11s %7.2f %s%6.2f %6.0f%%%s%n",
                    row.name(),
                    row.ours(),
                    row.against(),
                    row.unit(),
                    row.ratio(),
                    row.better() == Row.Better.HIGHER ? "≥" : "≤",
                    row.goal(),
                    100 * row.spread(),
                    row.reachesGoal() ? "" : "  missed"));
        }
        return table.toString();
    }

    public static String json(List<Row> rows) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        var array = report.putArray("rows");
        for (Row row : rows) {
            array.addObject()
                    .put("row", row.name())
                    .put("ours", row.ours())
                    .put("against", row.against())
                    .put("unit", row.unit())
                    .put("ratio", row.ratio())
                    .put("goal", row.goal())
                    .put("better", row.better().name().toLowerCase(Locale.ROOT))
                    .put("spread", row.spread());
        }
        return report.toPrettyString();
    }
}
