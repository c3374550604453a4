package dev.partnercatalog.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class AuditOptionsTest {

    private final AuditTrailInMemory trail = new AuditTrailInMemory();
    private final AuditOptions options = new AuditOptions(connection -> trail);
    private final ConnectionOptions connection = new ConnectionOptions();
    private final List<String> done = new ArrayList<>();
    private final StringWriter err = new StringWriter();

    @Test
    void what_was_done_without_a_record_ends_the_command_with_a_message_that_says_both() {
        trail.failAfter(new OperatorFault("the broker went away"));
        assertThatThrownBy(() -> options.call(connection, "a", "t", entry -> done.add("it")))
                .isInstanceOf(OperatorFault.class)
                .hasMessage("this was done, but not recorded in the audit log: the broker went away");
        assertThat(done).containsExactly("it");
    }

    @Test
    void only_an_account_that_may_not_write_to_the_log_goes_on_without_it_and_is_told_so() {
        trail.failBefore(new OperatorFault("no broker answers"));
        assertThatThrownBy(this::publish).isInstanceOf(OperatorFault.class).hasMessageContaining("nothing was done");
        assertThat(done).isEmpty();

        trail.failBefore(new OperatorFault("denied", new TopicAuthorizationException("catalog.audit")));
        publish();
        assertThat(done).containsExactly("it");
        assertThat(err.toString()).contains("not recorded in the audit log", "this account may not write to it");
        assertThat(trail.records()).isEmpty();
    }

    private void publish() {
        options.callEvenForbidden(
                connection, "publish", "listings", new PrintWriter(err, true), entry -> done.add("it"));
    }
}
