package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchedCheckTest {

    private final AtomicLong now = new AtomicLong(-5);
    private @Nullable Exception fault;
    private Verdict found = Verdict.FINE;
    private final WatchedCheck check = new WatchedCheck(new Asking(), Duration.ofSeconds(5), now::get);

    @Test
    void the_brokers_are_silent_from_the_first_look_that_they_do_not_answer_to_the_next_that_they_do() {
        look(null);
        assertThat(check.silence()).isZero();
        look(new ExecutionException(new TimeoutException("no answer")));
        look(new TimeoutException("no answer"));
        look(new BrokerUnavailableException("away", new TimeoutException()));
        assertThat(check.verdict()).isEqualTo(Verdict.FINE);
        look(new SaslAuthenticationException("a password that was changed"));
        assertThat(check.silence()).isEqualTo(Duration.ofSeconds(40));
        assertThat(check.verdict()).isEqualTo(Verdict.UNSETTLED);
        look(null);
        assertThat(check.silence()).isZero();
        assertThat(check.verdict()).isEqualTo(Verdict.FINE);
    }

    @Test
    void what_a_check_found_last_holds_while_the_brokers_are_silent() {
        found = Verdict.STALLED;
        look(null);
        for (int i = 0; i < 4; i++) {
            look(new TimeoutException("no answer"));
        }
        assertThat(check.verdict()).isEqualTo(Verdict.STALLED);
    }

    @Test
    void brokers_that_refuse_to_tell_are_not_silent() {
        look(new TimeoutException("no answer"));
        look(new ExecutionException(new ClusterAuthorizationException("not yours")));
        assertThat(check.silence()).isZero();
    }

    /** Takes ten seconds. */
    private void look(@Nullable Exception thrown) {
        fault = thrown;
        check.look();
    }

    private final class Asking implements HealthCheck {

        @Override
        public Verdict verdict() {
            return found;
        }

        @Override
        public void look() throws ExecutionException {
            now.addAndGet(Duration.ofSeconds(10).toNanos());
            if (fault instanceof ExecutionException refused) {
                throw refused;
            } else if (fault instanceof RuntimeException away) {
                throw away;
            }
        }
    }
}
