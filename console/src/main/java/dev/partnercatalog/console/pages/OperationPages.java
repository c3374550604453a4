package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Operations;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.operations.operation.WebhooksOperations;
import dev.partnercatalog.operations.operation.WrongUsageException;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import io.javalin.http.Context;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The operations on a partner and its clients: a form each, after a page that asks if there is something to ask. */
public final class OperationPages implements Pages {

    private static final String WEBHOOKS = "webhooks";

    private final OperationForms forms;
    private final PartnerTables partners;

    public OperationPages(OperationForms forms, PartnerTables partners) {
        this.forms = forms;
        this.partners = partners;
    }

    @Override
    public void addTo(Router router) {
        for (Operation operation : Operations.onPartners()) {
            String path = "/partners/{partner}/" + slug(operation);
            if (asks(operation)) {
                router.page(path, (context, visitor) -> {
                    String partnerId = PartnerPages.id(context, partners);
                    String client = RequestFields.query(context, Parameter.CLIENT.name());
                    requireOwn(operation, client, partnerId);
                    return Question.of(operation, partnerId, client).page(visitor);
                });
            }
            router.form(path, operation.name(), context -> task(operation, context));
        }
    }

    private Router.Task task(Operation operation, Context context) {
        String partnerId = PartnerPages.id(context, partners);
        UnaryOperator<String> fields = name -> RequestFields.form(context, name);
        requireOwn(operation, fields.apply(Parameter.CLIENT.name()), partnerId);
        try {
            return forms.task(operation, values(fields, partnerId), Place.of("partners", partnerId));
        } catch (WrongUsageException e) {
            throw again(operation, partnerId, fields, e, context);
        }
    }

    /** The values of a parameter of an operation on a partner. */
    private static Function<Parameter, List<String>> values(UnaryOperator<String> fields, String partnerId) {
        return parameter -> List.of(parameter.isPartner() ? partnerId : fields.apply(parameter.name()));
    }

    /**
     * The values of an operation on a partner, for a page that asks before it.
     *
     * @param fields returns the value of a field
     */
    static Given given(Operation operation, String partnerId, UnaryOperator<String> fields, Context context) {
        try {
            return Given.of(operation, values(fields, partnerId));
        } catch (WrongUsageException e) {
            throw again(operation, partnerId, fields, e, context);
        }
    }

    /** The operation's form as it was filled in, with the fault. */
    static Faults.WrongFormException again(
            Operation operation,
            String partnerId,
            UnaryOperator<String> fields,
            WrongUsageException fault,
            Context context) {
        return new Faults.WrongFormException(
                new Question(operation, partnerId, fields.apply(Parameter.CLIENT.name()), fields, fault)
                        .page(Router.visitor(context)));
    }

    /** A client that isn't the partner's isn't found. */
    private void requireOwn(Operation operation, @Nullable String client, String partnerId) {
        if (operation.parameters().contains(Parameter.CLIENT)
                && partners.clients(partnerId).stream()
                        .noneMatch(one -> one.getClientId().equals(client))) {
            throw new Faults.NoSuchPageException("The partner has no client " + client + ".");
        }
    }

    /** The last segment of where an operation's form is sent, and its question asked. */
    private static String slug(Operation operation) {
        return isOfWebhook(operation) ? operation.verb() : operation.name().replace(' ', '-');
    }

    private static boolean isOfWebhook(Operation operation) {
        return operation.group().equals(WEBHOOKS);
    }

    /** Whether there is a page that asks before the operation. */
    private static boolean asks(Operation operation) {
        return operation.words().asks() != null;
    }

    /** A button for the operation, or for the page that asks before. */
    static Html button(Operation operation, String partnerId, String client, Visitor visitor, boolean main) {
        VisitorForms forms = new VisitorForms(visitor);
        Place place = Place.of("partners", partnerId, slug(operation));
        Html field = clientField(client);
        if (asks(operation)) {
            return visitor.mayAct() ? Forms.find(place, verb(operation) + " …", field) : Html.nothing();
        }
        return main ? forms.act(place, verb(operation), field) : forms.minor(place, verb(operation), field);
    }

    private static Html clientField(String client) {
        return client.isEmpty() ? Html.nothing() : Forms.hidden(Parameter.CLIENT.name(), client);
    }

    private static String verb(Operation operation) {
        return ReportView.capitalized(operation.verb().replace('-', ' '));
    }

    /** Leads back to a partner. */
    static Html back(String partnerId) {
        return Tag.P.of(Tag.A.to(Place.of("partners", partnerId)).of("Back to the partner"));
    }

    /** Words of an operation as a sentence of a page. */
    static String sentence(String words) {
        return ReportView.capitalized(words) + ".";
    }

    /**
     * Asks before an operation on a partner, or on a client of it.
     *
     * @param client empty if it isn't about one
     * @param fields returns what a field was filled in with; empty for nothing
     * @param fault what is wrong with it; null for nothing
     */
    record Question(
            Operation operation,
            String partnerId,
            String client,
            UnaryOperator<String> fields,
            @Nullable WrongUsageException fault) {

        /** The form, which nobody has filled in yet. */
        static Question of(Operation operation, String partnerId, String client) {
            return new Question(operation, partnerId, client, name -> "", null);
        }

        Page page(Visitor visitor) {
            String object = isOfWebhook(operation) ? "the webhook" : "a client";
            String question = operation.words().asks();
            List<Parameter> asked = operation.parameters().stream()
                    .filter(parameter -> !parameter.isPartner() && !parameter.equals(Parameter.CLIENT))
                    .toList();
            return Page.of(
                    Section.PARTNERS,
                    verb(operation) + " " + (client.isEmpty() ? object : "client " + client) + " of partner "
                            + partnerId,
                    Tag.P.of(operation.words().says()),
                    question == null ? Html.nothing() : Tag.P.of(question),
                    Shown.fault(fault == null || asked.stream().anyMatch(this::isWrong) ? null : fault.sentence()),
                    form(visitor, Html.of(asked.stream().map(this::field).toList())),
                    back(partnerId));
        }

        private Html form(Visitor visitor, Html asked) {
            Place place = Place.of("partners", partnerId, slug(operation));
            if (operation.equals(WebhooksOperations.RESYNC)) {
                // Its own page says how much that is.
                return Forms.get(place, verb(operation), asked);
            }
            return new VisitorForms(visitor).actOrSayWhyNot(place, verb(operation), clientField(client), asked);
        }

        private boolean isWrong(Parameter parameter) {
            return fault != null && fault.parameter().equals(parameter.name());
        }

        private Html field(Parameter parameter) {
            String label = ReportView.capitalized(parameter.name().replace('-', ' ')) + ": " + parameter.says();
            String value = fields.apply(parameter.name());
            return fault != null && isWrong(parameter)
                    ? Forms.wrong(parameter.name(), label, value, parameter.isRequired(), fault.sentence())
                    : Forms.text(parameter.name(), label, value, parameter.isRequired());
        }
    }
}
