package dev.partnercatalog.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.SignInAttempts.Outcome;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignInAttemptsTest {

    private static final String TOKEN = "a token of more than twenty characters";
    private static final String HERE = "10.0.0.1";
    private static final String ELSEWHERE = "10.0.0.2";

    private final Time time = new Time();
    private final SignInAttempts attempts = new SignInAttempts(Tokens.guarded(TOKEN, List.of()), time);

    @Test
    void an_address_may_guess_ten_times_and_then_waits_even_with_the_right_token() {
        useUp(HERE);
        assertThat(attempts.attempt("wrong", HERE)).isEqualTo(new Outcome.TooMany(6));
        assertThat(attempts.attempt(TOKEN, HERE)).isEqualTo(new Outcome.TooMany(6));
        time.pass(Duration.ofMillis(4_500));
        assertThat(attempts.attempt(TOKEN, HERE)).isEqualTo(new Outcome.TooMany(2));
        time.pass(Duration.ofMillis(1_500));
        assertThat(attempts.attempt(TOKEN, HERE)).isInstanceOf(Outcome.SignedIn.class);
    }

    @Test
    void then_it_may_guess_once_each_six_seconds() {
        useUp(HERE);
        for (int i = 0; i < 3; i++) {
            time.pass(Duration.ofSeconds(6));
            assertThat(attempts.attempt("wrong", HERE)).isEqualTo(new Outcome.WrongToken());
            assertThat(attempts.attempt("wrong", HERE)).isEqualTo(new Outcome.TooMany(6));
        }
    }

    @Test
    void what_one_address_guesses_costs_no_other() {
        useUp(HERE);
        assertThat(attempts.attempt("wrong", ELSEWHERE)).isEqualTo(new Outcome.WrongToken());
        assertThat(attempts.attempt(TOKEN, ELSEWHERE)).isInstanceOf(Outcome.SignedIn.class);
    }

    @Test
    void a_right_token_costs_nothing_and_gives_no_guess_back() {
        for (int i = 0; i < SignInAttempts.AT_ONCE - 1; i++) {
            assertThat(attempts.attempt("wrong", HERE)).isEqualTo(new Outcome.WrongToken());
        }
        for (int i = 0; i < 100; i++) {
            assertThat(attempts.attempt(TOKEN, HERE)).isInstanceOf(Outcome.SignedIn.class);
        }
        assertThat(attempts.attempt("wrong", HERE)).isEqualTo(new Outcome.WrongToken());
        assertThat(attempts.attempt("wrong", HERE)).isInstanceOf(Outcome.TooMany.class);
    }

    @Test
    void many_guesses_at_once_gain_nothing() {
        AtomicInteger looked = new AtomicInteger();
        IntStream.range(0, 1_000).parallel().forEach(i -> {
            if (attempts.attempt("wrong " + i, HERE) instanceof Outcome.WrongToken) {
                looked.incrementAndGet();
            }
        });
        assertThat(looked).hasValue(SignInAttempts.AT_ONCE);
    }

    private void useUp(String address) {
        for (int i = 0; i < SignInAttempts.AT_ONCE; i++) {
            assertThat(attempts.attempt("wrong", address)).isEqualTo(new Outcome.WrongToken());
        }
    }

    /** Advances only when a test says so. */
    private static final class Time implements TimeMeter {

        private final AtomicLong nanos = new AtomicLong();

        void pass(Duration duration) {
            nanos.addAndGet(duration.toNanos());
        }

        @Override
        public long currentTimeNanos() {
            return nanos.get();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }
}
