package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Operations;
import dev.partnercatalog.operations.operation.WebhooksOperations;
import dev.partnercatalog.operations.operation.WrongUsageException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationPagesTest {

    private static final Visitor OPERATOR = new Visitor("bob", Role.ACT, "form-token", true);

    @Test
    void a_value_out_of_its_form_is_shown_again_with_what_is_wrong_beside_its_field() {
        Operation create = Operations.of("client").get(0);
        String page = again(create, Map.of("partner-id", "p", "client-id", "a b"));
        assertThat(page)
                .contains("value=\"a b\"", "aria-invalid=\"true\" aria-describedby=\"client-id-fault\"")
                .containsPattern("<span [^>]*id=\"client-id-fault\"[^>]*>&#39;a b&#39; is invalid: expected 1 to 64")
                .contains("action=\"/partners/p/client-create\"", "form-token");
    }

    @Test
    void a_part_to_send_again_is_asked_for_again_on_the_page_that_says_how_much_it_is() {
        String page = again(WebhooksOperations.RESYNC, Map.of("partner", "p", "company", "x", "location", "7"));
        assertThat(page)
                .contains("method=\"get\"", "/partners/p/resync", "value=\"x\"", "value=\"7\"")
                .contains("id=\"company-fault\"")
                .doesNotContain("location-fault", "form-token");
    }

    @Test
    void a_form_that_nobody_has_filled_in_has_no_fault() {
        assertThat(OperationPages.Question.of(Operations.of("client").get(0), "p", "")
                        .page(OPERATOR)
                        .content()
                        .toString())
                .contains("client-id")
                .doesNotContain("class=\"fault\"", "aria-invalid");
    }

    private static String again(Operation operation, Map<String, String> fields) {
        WrongUsageException fault = catchThrowableOfType(
                WrongUsageException.class,
                () -> Given.of(operation, parameter -> List.of(fields.getOrDefault(parameter.name(), ""))));
        return new OperationPages.Question(operation, "p", "", name -> fields.getOrDefault(name, ""), fault)
                .page(OPERATOR)
                .content()
                .toString();
    }
}
