package dev.partnercatalog.console.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.OperationPage;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Operations;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.operations.operation.Result;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The operations on a partner and its clients: a form each, after a page that asks if there is something to ask. */
public final class OperationPages implements Pages {

    private final Means means;
    private final PartnerTables partners;
    private final ReadPermits permits;

    public OperationPages(Means means, PartnerTables partners, ReadPermits permits) {
        this.means = means;
        this.partners = partners;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        for (Operation operation : Operations.onPartners()) {
            String path = OperationPage.place("{partner}", operation);
            if (OperationPage.asks(operation)) {
                router.page(path, (context, visitor) -> {
                    String partnerId = partnerId(context);
                    String client = RequestFields.query(context, Parameter.CLIENT.name());
                    requireOwn(operation, client, partnerId);
                    return new OperationPage(operation, partnerId, client).page(visitor);
                });
            }
            router.form(path, operation.name(), context -> task(operation, context));
        }
    }

    private Router.Task task(Operation operation, Context context) {
        String partnerId = partnerId(context);
        requireOwn(operation, RequestFields.form(context, Parameter.CLIENT.name()), partnerId);
        Operation.Task task = permits.use(() -> operation
                .preparation()
                .of(given(operation, name -> RequestFields.form(context, name), partnerId), means));
        return new Router.Task(
                task.target(),
                entry -> new Router.Done(
                        Place.of("partners", partnerId),
                        told(permits.use(() -> task.work().run(entry)))));
    }

    /**
     * The values of an operation on a partner.
     *
     * @param fields returns the value of a field
     * @throws dev.partnercatalog.operations.operation.WrongUsageException if they aren't in their forms
     */
    static Given given(Operation operation, UnaryOperator<String> fields, String partnerId) {
        return Given.of(operation, parameter -> parameter.isPartner() ? partnerId : fields.apply(parameter.name()));
    }

    private String partnerId(Context context) {
        return PartnerPages.require(context, partners).getPartner().getPartnerId();
    }

    /** A client that isn't the partner's isn't found. */
    private void requireOwn(Operation operation, @Nullable String client, String partnerId) {
        if (operation.parameters().contains(Parameter.CLIENT)
                && partners.clients(partnerId).stream()
                        .noneMatch(one -> one.getClientId().equals(client))) {
            throw new Faults.NoSuchPageException("The partner has no client " + client + ".");
        }
    }

    private static List<String> told(Result result) {
        List<String> told = new ArrayList<>(List.of(OperationPage.sentence(result.words())));
        // Where the words are all that a command prints, the hint is about commands.
        if (result.hint() != null && !result.facts().facts().isEmpty()) {
            told.add(OperationPage.sentence(result.hint()));
        }
        JsonNode values = JsonReport.of(result.facts());
        for (Part.Fact fact : result.facts().facts()) {
            // What the partner's page doesn't show, because it is never shown again.
            if (fact.cell() instanceof Cell.Code) {
                told.add(OperationPage.capitalized(fact.term() + ": ")
                        + values.path(String.valueOf(fact.key())).asText());
            }
        }
        return told;
    }
}
