package dev.partnercatalog.query.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandGatewayTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final BlockingQueue<PartnerCommand> sent = new LinkedBlockingQueue<>();
    private final Map<String, PartnerConfig> table = new ConcurrentHashMap<>();
    private final TableProgress progress = new TableProgress(new TopicSettings("catalog.", 1, (short) 1));
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        callers.shutdownNow();
    }

    @Test
    void D18_a_command_ends_with_its_own_result_and_not_with_another() throws Exception {
        CommandGateway gateway = gateway(LONG);
        Future<PartnerCommandResult> first = callers.submit(() -> gateway.carryOut(command("a")));
        Future<PartnerCommandResult> second = callers.submit(() -> gateway.carryOut(command("b")));
        take();
        take();
        gateway.answered(refused("z"));
        gateway.answered(refused("b"));
        assertThat(second.get(10, TimeUnit.SECONDS).getCommandId()).isEqualTo("b");
        assertThat(first.isDone()).isFalse();
        gateway.answered(refused("a"));
        assertThat(first.get(10, TimeUnit.SECONDS).getCommandId()).isEqualTo("a");
    }

    @Test
    void D18_the_response_waits_until_this_instance_shows_the_change() throws Exception {
        CommandGateway gateway = gateway(LONG);
        table.put("p", config(6));
        Future<PartnerCommandResult> result = callers.submit(() -> gateway.carryOut(command("a")));
        take();
        gateway.answered(new PartnerCommandResult("a", "p", null, config(7)));
        assertThat(result.isDone()).isFalse();
        table.put("p", config(7));
        progress.applied(new TopicPartition("catalog.partner-configs", 0), 0);
        assertThat(result.get(10, TimeUnit.SECONDS).getConfig()).isEqualTo(config(7));
    }

    @Test
    void one_partner_can_not_use_up_what_all_need() throws Exception {
        CommandGateway gateway = gateway(LONG);
        for (int i = 0; i < 128; i++) {
            String id = "c" + i;
            callers.execute(() -> gateway.carryOut(command(id)));
        }
        for (int i = 0; i < 128; i++) {
            take();
        }
        assertThatThrownBy(() -> gateway.carryOut(command("one more")))
                .isInstanceOfSatisfying(
                        HttpProblem.class,
                        problem -> assertThat(problem.code().status()).isEqualTo(429));
        PartnerCommand others = of("another", "d");
        Future<PartnerCommandResult> result = callers.submit(() -> gateway.carryOut(others));
        take();
        gateway.answered(refused("d"));
        assertThat(result.get(10, TimeUnit.SECONDS).getCommandId()).isEqualTo("d");
    }

    @Test
    void the_tables_progress_while_a_look_at_them_takes_long() throws Exception {
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch progressed = new CountDownLatch(1);
        Future<Boolean> shown = callers.submit(() -> progress.await(
                () -> {
                    looking.countDown();
                    try {
                        return progressed.await(10, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                System.nanoTime() + LONG.toNanos()));
        assertThat(looking.await(10, TimeUnit.SECONDS)).isTrue();
        progress.applied(new TopicPartition("catalog.partner-configs", 0), 0);
        progressed.countDown();
        assertThat(shown.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_table_that_is_further_already_does() throws Exception {
        CommandGateway gateway = gateway(LONG);
        table.put("p", config(9));
        Future<PartnerCommandResult> result = callers.submit(() -> gateway.carryOut(command("a")));
        take();
        gateway.answered(new PartnerCommandResult("a", "p", null, config(7)));
        assertThat(result.get(10, TimeUnit.SECONDS).getConfig()).isNotNull();
    }

    @Test
    void D20_a_command_without_a_result_in_time_is_503_and_says_how_to_repeat_it() {
        assertThat(inVain(ofWebhook(WebhookAction.RESYNC)).suggestion()).contains("Check whether it was made");
    }

    @Test
    void D20_a_ping_without_a_result_in_time_is_not_a_change() {
        HttpProblem problem = inVain(ofWebhook(WebhookAction.PING));
        assertThat(problem)
                .hasMessage("The ping was not confirmed in time: it may have been sent, or may still be sent.");
        assertThat(problem.suggestion()).contains("another ping does no harm");
    }

    @Test
    void D20_D27_a_rotation_without_a_result_in_time_says_how_to_get_a_secret() {
        HttpProblem problem = inVain(ofWebhook(WebhookAction.ROTATE_SECRET));
        assertThat(problem).hasMessageContaining("the secret may have been replaced");
        assertThat(problem.suggestion()).contains("use the secret in its answer at once");
    }

    private HttpProblem inVain(PartnerCommand command) {
        HttpProblem problem =
                catchThrowableOfType(HttpProblem.class, () -> gateway(SHORT).carryOut(command));
        assertThat(problem.code().status()).isEqualTo(503);
        assertThat(problem.headers()).containsKey("Retry-After");
        return problem;
    }

    @Test
    void D20_a_table_that_does_not_catch_up_is_503() throws Exception {
        CommandGateway gateway = gateway(Duration.ofMillis(300));
        Future<PartnerCommandResult> result = callers.submit(() -> gateway.carryOut(command("a")));
        take();
        gateway.answered(new PartnerCommandResult("a", "p", null, config(7)));
        assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(HttpProblem.class);
    }

    @Test
    void a_command_that_cannot_be_sent_is_503_at_once() {
        CommandGateway gateway = new CommandGateway(
                command -> CompletableFuture.failedFuture(new IllegalStateException("no broker")),
                () -> true,
                table::get,
                progress,
                LONG);
        long before = System.nanoTime();
        assertThatThrownBy(() -> gateway.carryOut(command("a"))).isInstanceOf(HttpProblem.class);
        assertThat(System.nanoTime() - before).isLessThan(LONG.toNanos() / 2);
    }

    @Test
    void nothing_is_sent_before_results_are_read() {
        CommandGateway gateway = new CommandGateway(sender(), () -> false, table::get, progress, LONG);
        assertThatThrownBy(() -> gateway.carryOut(command("a"))).isInstanceOf(HttpProblem.class);
        assertThat(sent).isEmpty();
    }

    @Test
    void D20_commands_beyond_the_limit_are_shed_until_others_end() throws Exception {
        CommandGateway gateway = gateway(LONG);
        List<Future<PartnerCommandResult>> waiting = IntStream.range(0, 256)
                .mapToObj(i -> callers.submit(() -> gateway.carryOut(of("p" + i % 2, "c" + i))))
                .toList();
        for (int i = 0; i < 256; i++) {
            take();
        }
        assertThatThrownBy(() -> gateway.carryOut(command("more"))).hasMessageContaining("Too many changes");
        gateway.answered(refused("c5"));
        waiting.get(5).get(10, TimeUnit.SECONDS);
        Future<PartnerCommandResult> next = callers.submit(() -> gateway.carryOut(command("next")));
        take();
        gateway.answered(refused("next"));
        assertThat(next.get(10, TimeUnit.SECONDS).getCommandId()).isEqualTo("next");
    }

    private CommandGateway gateway(Duration patience) {
        return new CommandGateway(sender(), () -> true, table::get, progress, patience);
    }

    private CommandSender sender() {
        return command -> {
            sent.add(command);
            return CompletableFuture.completedFuture(null);
        };
    }

    private void take() throws InterruptedException {
        assertThat(sent.poll(10, TimeUnit.SECONDS)).isNotNull();
    }

    private static PartnerCommand command(String id) {
        return new PartnerCommand(id, "p", null, new ControlWebhook(WebhookAction.PING, null));
    }

    private static PartnerCommand of(String partnerId, String id) {
        PartnerCommand command = command(id);
        command.setPartnerId(partnerId);
        return command;
    }

    private static PartnerCommand ofWebhook(WebhookAction action) {
        return new PartnerCommand("a", "p", null, new ControlWebhook(action, null));
    }

    private static PartnerCommandResult refused(String id) {
        return new PartnerCommandResult(id, "p", new Refusal(RefusalCode.NOT_FOUND, List.of()), null);
    }

    private static PartnerConfig config(long revision) {
        return PartnerConfig.newBuilder()
                .setRevision(revision)
                .setPartner(new Partner("p", "P", true, new WebhookSetting(false, ""), List.of()))
                .build();
    }
}
