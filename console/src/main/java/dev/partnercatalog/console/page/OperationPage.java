package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Tag;
import java.util.Locale;

/**
 * Asks before an operation on a partner, or on a client of it.
 *
 * @param client empty if it isn't about one
 */
public record OperationPage(Operation operation, String partnerId, String client) {

    private static final String WEBHOOKS = "webhooks";

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
        Html field = client.isEmpty() ? Html.nothing() : Forms.hidden(Parameter.CLIENT.name(), client);
        if (asks(operation)) {
            return visitor.mayAct() ? Forms.find(place, verb(operation) + " …", field) : Html.nothing();
        }
        return main ? forms.act(place, verb(operation), field) : forms.minor(place, verb(operation), field);
    }

    private static String verb(Operation operation) {
        return capitalized(operation.verb().replace('-', ' '));
    }

    public Page page(Visitor visitor) {
        Html fields = Html.of(operation.parameters().stream()
                .filter(parameter -> !parameter.isPartner() && !parameter.equals(Parameter.CLIENT))
                .map(parameter -> Forms.text(
                        parameter.name(),
                        capitalized(parameter.name().replace('-', ' ')) + ": " + parameter.says(),
                        "",
                        parameter.use() != Parameter.Use.OPTIONAL))
                .toList());
        String object = isOfWebhook(operation) ? "the webhook" : "a client";
        return Page.of(
                Section.PARTNERS,
                verb(operation) + " " + (client.isEmpty() ? object : "client " + client) + " of partner " + partnerId,
                Tag.P.of(operation.words().says()),
                Tag.P.of(String.valueOf(operation.words().asks())),
                visitor.mayAct()
                        ? new VisitorForms(visitor)
                                .act(
                                        Place.of("partners", partnerId, slug(operation)),
                                        verb(operation),
                                        client.isEmpty()
                                                ? Html.nothing()
                                                : Forms.hidden(Parameter.CLIENT.name(), client),
                                        fields)
                        : Tag.P.styled("quiet").of("Only operators with the role act may do this."),
                Tag.P.of(Tag.A.to(Place.of("partners", partnerId)).of("Back to the partner")));
    }

    /** Words of an operation as a sentence of a page. */
    public static String sentence(String words) {
        return capitalized(words) + ".";
    }

    public static String capitalized(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
