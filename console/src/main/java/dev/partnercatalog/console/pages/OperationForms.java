package dev.partnercatalog.console.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.operations.operation.Result;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.ReportTable;
import dev.partnercatalog.runtime.html.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What forms of operations do, and what their operators are told. */
public final class OperationForms {

    /** The most of many things of which each is told. */
    private static final int TOLD = 50;

    private final Means means;
    private final ReadPermits permits;

    public OperationForms(Means means, ReadPermits permits) {
        this.means = means;
        this.permits = permits;
    }

    /**
     * The task of an operation.
     *
     * @param values the values of a parameter, as the form has them
     * @param next where the browser continues
     * @throws dev.partnercatalog.operations.operation.WrongUsageException if they aren't in their forms, or don't go
     *     together
     */
    Router.Task task(Operation operation, Function<Parameter, List<String>> values, Place next) {
        Operation.Task task = permits.use(() -> operation.preparation().of(Given.of(operation, values), means));
        return new Router.Task(
                task.target(),
                entry ->
                        new Router.Done(next, told(permits.use(() -> task.work().run(entry)))));
    }

    private static List<String> told(Result result) {
        List<String> told = new ArrayList<>(List.of(OperationPages.sentence(result.words())));
        result.faults().forEach(fault -> told.add(OperationPages.sentence(fault)));
        // Where the words are all that a command prints, the hint is about commands.
        if (result.hint() != null && !result.facts().facts().isEmpty()) {
            told.add(OperationPages.sentence(result.hint()));
        }
        JsonNode values = JsonReport.of(result.facts());
        for (Part.Fact fact : result.facts().facts()) {
            // What the partner's page doesn't show, because it is never shown again.
            if (fact.cell() instanceof Cell.Code) {
                told.add(ReportView.capitalized(fact.term() + ": ")
                        + values.path(String.valueOf(fact.key())).asText());
            }
        }
        ReportTable table = result.table();
        if (table != null && table.rows().size() <= TOLD) {
            table.rows().forEach(row -> told.add(plain(row.get(0)) + ": " + plain(row.get(row.size() - 1))));
        }
        return told;
    }

    private static String plain(Cell cell) {
        return String.valueOf(JsonReport.plain(cell));
    }
}
