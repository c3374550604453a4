package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.query.operation.CommandGateway.Kind;
import dev.partnercatalog.query.operation.CommandGateway.State;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The writer of partners is played by the tests: it makes what it takes, or lets something else come first. */
class CommandGatewayTest {

    private static final Duration LONG = Duration.ofMinutes(3);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final BlockingQueue<PartnerCommand> sent = new LinkedBlockingQueue<>();
    private final Map<String, PartnerConfig> table = new ConcurrentHashMap<>();
    private final ExecutorService callers = Executors.newCachedThreadPool();
    private CommandGateway gateway = gateway(LONG);

    @BeforeEach
    void partner() {
        table.put("p", config("p", 5));
    }

    @AfterEach
    void close() {
        callers.shutdownNow();
    }

    @Test
    void D18_a_change_ends_with_the_configuration_that_names_its_command() throws Exception {
        Future<PartnerConfig> change = ping("p");
        PartnerCommand command = take();
        assertThat(command.getMadeFrom()).isEqualTo(5);
        assertThat(change.isDone()).isFalse();
        carryOut(command, 6);
        assertThat(change.get(1, TimeUnit.MINUTES)).isEqualTo(table.get("p"));
        assertThat(newest().getWebhookControl().getPings()).isEqualTo(1);
    }

    @Test
    void D18_a_change_that_came_too_late_is_made_again_from_what_came_first() throws Exception {
        Future<PartnerConfig> change = ping("p");
        PartnerCommand late = take();
        carryOut(pingOf("other", 5), 6);
        PartnerCommand again = take();
        assertThat(again.getCommandId()).isNotEqualTo(late.getCommandId());
        assertThat(again.getMadeFrom()).isEqualTo(6);
        carryOut(again, 7);
        assertThat(change.get(1, TimeUnit.MINUTES).getWebhookControl().getPings())
                .isEqualTo(2);
    }

    @Test
    void D18_a_change_that_another_followed_at_once_is_not_made_twice() throws Exception {
        Future<PartnerConfig> change = ping("p");
        PartnerConfig made = made(take(), 6);
        PartnerConfig next = made(pingOf("other", 6), 7);
        table.put("p", next);
        gateway.changed("p", () -> made);
        gateway.changed("p", () -> next);
        assertThat(change.get(1, TimeUnit.MINUTES)).isEqualTo(made);
        assertThat(sent).isEmpty();
    }

    @Test
    void D18_a_refusal_is_about_the_state_that_came_first() throws Exception {
        Future<PartnerConfig> change =
                callers.submit(() -> gateway.carryOut("p", Kind.CHANGE, before -> ofRevision(5, before)));
        take();
        carryOut(pingOf("other", 5), 6);
        assertThatThrownBy(() -> change.get(1, TimeUnit.MINUTES)).hasMessageContaining("only of 5");
        assertThat(sent).isEmpty();
    }

    @Test
    void D18_a_change_of_a_partner_that_is_deleted_meanwhile_is_refused() throws Exception {
        Future<PartnerConfig> change =
                callers.submit(() -> gateway.carryOut("p", Kind.CHANGE, before -> ofRevision(5, before)));
        take();
        table.remove("p");
        gateway.changed("p", () -> null);
        assertThatThrownBy(() -> change.get(1, TimeUnit.MINUTES)).hasMessageContaining("no configuration");
    }

    @Test
    void D18_changes_of_a_partner_are_made_in_the_order_in_which_they_came() throws Exception {
        List<Future<PartnerConfig>> changes =
                IntStream.range(0, 10).mapToObj(i -> ping("p")).toList();
        for (int revision = 6; revision < 16; revision++) {
            PartnerCommand command = take();
            assertThat(command.getMadeFrom()).isEqualTo(revision - 1);
            assertThat(sent).isEmpty();
            carryOut(command, revision);
        }
        for (Future<PartnerConfig> change : changes) {
            assertThat(change.get(1, TimeUnit.MINUTES)).isNotNull();
        }
        assertThat(newest().getWebhookControl().getPings()).isEqualTo(10);
    }

    @Test
    void the_next_change_is_made_after_one_that_gave_up() throws Exception {
        Future<PartnerConfig> first = ping("p");
        take();
        first.cancel(true);
        Future<PartnerConfig> next = ping("p");
        carryOut(take(), 6);
        assertThat(next.get(1, TimeUnit.MINUTES).getRevision()).isEqualTo(6);
    }

    @Test
    void one_partner_can_not_use_up_what_all_need() throws Exception {
        table.put("another", config("another", 1));
        List<Future<PartnerConfig>> changes =
                IntStream.range(0, 129).mapToObj(i -> ping("p")).toList();
        await().until(() -> changes.stream().anyMatch(Future::isDone));
        Future<PartnerConfig> refused =
                changes.stream().filter(Future::isDone).findFirst().orElseThrow();
        assertThatThrownBy(refused::get).hasMessageContaining("maximum number of changes");
        take();
        Future<PartnerConfig> others = ping("another");
        carryOut(take(), 2);
        assertThat(others.get(1, TimeUnit.MINUTES).getRevision()).isEqualTo(2);
    }

    @Test
    void D20_changes_beyond_the_limit_are_shed_until_others_end() throws Exception {
        IntStream.range(0, 256).forEach(i -> table.put("p" + i, config("p" + i, 1)));
        List<Future<PartnerConfig>> waiting =
                IntStream.range(0, 256).mapToObj(i -> ping("p" + i)).toList();
        PartnerCommand first = take();
        for (int i = 1; i < 256; i++) {
            take();
        }
        assertThatThrownBy(() -> gateway.carryOut("p", Kind.PING, CommandGatewayTest::pinged))
                .hasMessageContaining("Too many changes");
        carryOut(first, 2);
        waiting.get(Integer.parseInt(first.getPartnerId().substring(1))).get(1, TimeUnit.MINUTES);
        Future<PartnerConfig> next = ping("p");
        carryOut(take(), 6);
        assertThat(next.get(1, TimeUnit.MINUTES).getRevision()).isEqualTo(6);
    }

    @Test
    void D20_a_change_without_an_outcome_in_time_is_503_and_says_how_to_repeat_it() {
        assertThat(inVain(Kind.CHANGE).suggestion()).contains("Check whether it was made");
        HttpProblem ping = inVain(Kind.PING);
        assertThat(ping).hasMessage("The ping was not confirmed in time: it may have been sent, or may still be sent.");
        assertThat(ping.suggestion()).contains("another ping does no harm");
    }

    @Test
    void D20_D27_a_rotation_without_an_outcome_in_time_says_how_to_get_a_secret() {
        HttpProblem problem = inVain(Kind.ROTATION);
        assertThat(problem).hasMessageContaining("the secret may have been replaced");
        assertThat(problem.suggestion()).contains("use the secret in its answer at once");
    }

    private HttpProblem inVain(Kind kind) {
        gateway = gateway(SHORT);
        HttpProblem problem =
                catchThrowableOfType(HttpProblem.class, () -> gateway.carryOut("p", kind, CommandGatewayTest::pinged));
        assertThat(problem.code().status()).isEqualTo(503);
        assertThat(problem.headers()).containsKey("Retry-After");
        return problem;
    }

    @Test
    void a_command_that_cannot_be_sent_is_503_at_once() {
        CommandGateway cut = new CommandGateway(
                command -> CompletableFuture.failedFuture(new IllegalStateException("no broker")),
                partnerId -> true,
                table::get,
                LONG);
        assertThatThrownBy(() -> cut.carryOut("p", Kind.PING, CommandGatewayTest::pinged))
                .hasMessageContaining("was not confirmed in time");
    }

    @Test
    void D18_nothing_is_decided_while_the_brokers_do_not_say_what_is_confirmed() {
        CommandGateway cut = new CommandGateway(this::send, partnerId -> false, table::get, SHORT);
        assertThatThrownBy(() -> cut.carryOut("p", Kind.CHANGE, before -> ofRevision(1, before)))
                .hasMessageContaining("was not confirmed in time");
        assertThat(sent).isEmpty();
    }

    @Test
    void a_configuration_that_can_not_be_read_leaves_the_outcome_open_and_the_table_alone() throws Exception {
        Future<PartnerConfig> change = ping("p");
        take();
        gateway.changed("p", () -> {
            throw new IllegalStateException("the registry is away");
        });
        assertThatThrownBy(() -> change.get(1, TimeUnit.MINUTES)).hasMessageContaining("not confirmed in time");
    }

    private CommandGateway gateway(Duration patience) {
        return new CommandGateway(this::send, partnerId -> true, table::get, patience);
    }

    private CompletionStage<?> send(PartnerCommand command) {
        sent.add(command);
        return CompletableFuture.completedFuture(null);
    }

    private Future<PartnerConfig> ping(String partnerId) {
        return callers.submit(() -> gateway.carryOut(partnerId, Kind.PING, CommandGatewayTest::pinged));
    }

    private PartnerConfig newest() {
        return Objects.requireNonNull(table.get("p"));
    }

    private static State pinged(PartnerConfig before) {
        return new State(before.getPartner(), WebhookRequests.ping(before.getWebhookControl()));
    }

    private static State ofRevision(long revision, PartnerConfig before) {
        if (before.getRevision() != revision) {
            throw HttpProblem.of(ErrorCode.PRECONDITION_FAILED, "only of " + revision, "");
        }
        return pinged(before);
    }

    private PartnerCommand take() throws InterruptedException {
        return Objects.requireNonNull(sent.poll(1, TimeUnit.MINUTES), "a command");
    }

    private PartnerCommand pingOf(String commandId, long madeFrom) {
        State state = pinged(newest());
        return new PartnerCommand(commandId, "p", madeFrom, state.partner(), state.control(), 0L);
    }

    private void carryOut(PartnerCommand command, long revision) {
        PartnerConfig after = made(command, revision);
        table.put(command.getPartnerId(), after);
        gateway.changed(command.getPartnerId(), () -> after);
    }

    private static PartnerConfig made(PartnerCommand command, long revision) {
        return new PartnerConfig(
                revision,
                Objects.requireNonNull(command.getPartner()),
                1L,
                command.getWebhookControl(),
                command.getCommandId());
    }

    private static PartnerConfig config(String partnerId, long revision) {
        return PartnerConfig.newBuilder()
                .setRevision(revision)
                .setPartner(new Partner(partnerId, "P", true, new WebhookSetting(false, ""), List.of()))
                .build();
    }
}
