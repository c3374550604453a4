package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.OperationPage;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Operations;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.operations.operation.WrongUsageException;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The operations on a partner and its clients: a form each, after a page that asks if there is something to ask. */
public final class OperationPages implements Pages {

    private final OperationForms forms;
    private final PartnerTables partners;

    public OperationPages(OperationForms forms, PartnerTables partners) {
        this.forms = forms;
        this.partners = partners;
    }

    @Override
    public void addTo(Router router) {
        for (Operation operation : Operations.onPartners()) {
            String path = OperationPage.place("{partner}", operation);
            if (OperationPage.asks(operation)) {
                router.page(path, (context, visitor) -> {
                    String partnerId = PartnerPages.id(context, partners);
                    String client = RequestFields.query(context, Parameter.CLIENT.name());
                    requireOwn(operation, client, partnerId);
                    return OperationPage.of(operation, partnerId, client).page(visitor);
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
                new OperationPage(operation, partnerId, fields.apply(Parameter.CLIENT.name()), fields, fault)
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
}
