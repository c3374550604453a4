package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.operations.operation.WebhooksOperations;
import dev.partnercatalog.operations.operation.WrongUsageException;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Asks before an operation on a partner, or on a client of it.
 *
 * @param client empty if it isn't about one
 * @param fields returns what a field was filled in with; empty for nothing
 * @param fault what is wrong with it; null for nothing
 */
public record OperationPage(
        Operation operation,
        String partnerId,
        String client,
        UnaryOperator<String> fields,
        @Nullable WrongUsageException fault) {

    private static final String WEBHOOKS = "webhooks";

    /** The form, which nobody has filled in yet. */
    public static OperationPage of(Operation operation, String partnerId, String client) {
        return new OperationPage(operation, partnerId, client, name -> "", null);
    }

    /** Where an operation's form is sent, and its question asked. */
    public static String place(String partnerId, Operation operation) {
        return "/partners/" + partnerId + "/" + slug(operation);
    }

    private static String slug(Operation operation) {
        return isOfWebhook(operation) ? operation.verb() : operation.name().replace(' ', '-');
    }

    private static boolean isOfWebhook(Operation operation) {
        return operation.group().equals(WEBHOOKS);
    }

    /** Whether there is a page that asks before the operation. */
    public static boolean asks(Operation operation) {
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
        return capitalized(operation.verb().replace('-', ' '));
    }

    public Page page(Visitor visitor) {
        String object = isOfWebhook(operation) ? "the webhook" : "a client";
        String question = operation.words().asks();
        List<Parameter> asked = operation.parameters().stream()
                .filter(parameter -> !parameter.isPartner() && !parameter.equals(Parameter.CLIENT))
                .toList();
        return Page.of(
                Section.PARTNERS,
                verb(operation) + " " + (client.isEmpty() ? object : "client " + client) + " of partner " + partnerId,
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
        String label = capitalized(parameter.name().replace('-', ' ')) + ": " + parameter.says();
        String value = fields.apply(parameter.name());
        return fault != null && isWrong(parameter)
                ? Forms.wrong(parameter.name(), label, value, parameter.isRequired(), fault.sentence())
                : Forms.text(parameter.name(), label, value, parameter.isRequired());
    }

    /** Leads back to a partner. */
    static Html back(String partnerId) {
        return Tag.P.of(Tag.A.to(Place.of("partners", partnerId)).of("Back to the partner"));
    }

    /** Words of an operation as a sentence of a page. */
    public static String sentence(String words) {
        return capitalized(words) + ".";
    }

    public static String capitalized(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
