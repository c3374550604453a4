package dev.partnercatalog.webhook.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.credential.OAuth2Client;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AccessTokensTest {

    private static final OAuth2Client CLIENT = new OAuth2Client("https://login.example/token", "id", "secret", null);

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final List<CompletableFuture<BearerToken>> asked = new ArrayList<>();
    private final AccessTokens tokens = new AccessTokens(this::ask, () -> now);

    @Test
    void those_who_need_a_token_at_the_same_time_share_a_request() {
        CompletableFuture<BearerToken> first = tokens.of("p", CLIENT);
        CompletableFuture<BearerToken> second = tokens.of("p", CLIENT);

        assertThat(asked).hasSize(1);
        asked.get(0).complete(token("a"));
        assertThat(first.join()).isEqualTo(second.join());
    }

    @Test
    void a_token_is_used_until_shortly_before_it_expires() {
        assertThat(tokens.of("p", CLIENT)).isNotDone();
        asked.get(0).complete(token("a"));

        now = now.plus(Duration.ofMinutes(5)).minusMillis(1);
        assertThat(tokens.of("p", CLIENT).join().value()).isEqualTo("a");
        now = now.plusMillis(1);
        assertThat(tokens.of("p", CLIENT)).isNotDone();
        assertThat(asked).hasSize(2);
    }

    @Test
    void a_refused_token_is_replaced_once_however_many_attempts_it_was_refused_for() {
        assertThat(tokens.of("p", CLIENT)).isNotDone();
        BearerToken refused = token("a");
        asked.get(0).complete(refused);

        tokens.refused("p", refused);
        assertThat(tokens.of("p", CLIENT)).isNotDone();
        asked.get(1).complete(token("b"));
        tokens.refused("p", refused);

        assertThat(tokens.of("p", CLIENT).join().value()).isEqualTo("b");
        assertThat(asked).hasSize(2);
    }

    @Test
    void a_failure_is_not_kept() {
        CompletableFuture<BearerToken> failed = tokens.of("p", CLIENT);
        asked.get(0).completeExceptionally(new TokenRefusedException("away"));

        assertThat(failed).isCompletedExceptionally();
        assertThat(tokens.of("p", CLIENT)).isNotDone();
        assertThat(asked).hasSize(2);
    }

    @Test
    void another_secret_asks_anew_and_partners_share_nothing() {
        assertThat(tokens.of("p", CLIENT)).isNotDone();
        asked.get(0).complete(token("a"));

        assertThat(tokens.of("q", CLIENT)).isNotDone();
        assertThat(tokens.of("p", new OAuth2Client(CLIENT.tokenUrl(), "id", "newer", null)))
                .isNotDone();
        assertThat(asked).hasSize(3);
    }

    @Test
    void a_partner_that_is_gone_leaves_no_token() {
        assertThat(tokens.of("p", CLIENT)).isNotDone();
        asked.get(0).complete(token("a"));

        tokens.retain(List.of("q"));

        assertThat(tokens.of("p", CLIENT)).isNotDone();
    }

    private CompletableFuture<BearerToken> ask(OAuth2Client client) {
        CompletableFuture<BearerToken> token = new CompletableFuture<>();
        asked.add(token);
        return token;
    }

    private BearerToken token(String value) {
        return new BearerToken(value, now, now.plus(Duration.ofMinutes(5)));
    }
}
