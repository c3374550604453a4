package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.application.ApplicationCommand.Application;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

@Timeout(180)
class ApplicationCommandTest {

    private record Settings(String name) {}

    private final BlockingQueue<Runnable> stops = new LinkedBlockingQueue<>();

    @Command(name = "app")
    private static final class AppCommand extends ApplicationCommand<Settings> {

        private final Supplier<Settings> settings;

        AppCommand(Supplier<Settings> settings) {
            this.settings = settings;
        }

        @Override
        Settings settings() {
            return settings.get();
        }

        @Override
        Application start(Settings made) {
            throw new AssertionError("the test starts it");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void it_runs_until_it_is_told_to_stop_and_closes_the_application_once(boolean ready) throws Exception {
        AtomicInteger closed = new AtomicInteger();
        AtomicBoolean asked = new AtomicBoolean();
        Application application = new Application(
                () -> {
                    asked.set(true);
                    return ready;
                },
                () -> false,
                closed::incrementAndGet);
        CompletableFuture<CommandRun> run =
                CompletableFuture.supplyAsync(() -> run(() -> new Settings("x"), settings -> application));
        Runnable stop = stops.take();
        assertThat(run).isNotDone();
        assertThat(closed).hasValue(0);
        stop.run();
        assertThat(closed).hasValue(1);
        run.get(1, TimeUnit.MINUTES);
        assertThat(asked).isTrue();
    }

    @Test
    void a_setting_out_of_range_and_a_port_that_is_taken_are_faults_of_the_user() {
        Supplier<Settings> outOfRange = () -> {
            throw new IllegalArgumentException("threads 0 is out of range");
        };
        assertThat(run(outOfRange, settings -> new Application(() -> true, () -> false, () -> {}))
                        .fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("threads 0 is out of range");
        assertThat(failing(new UncheckedIOException(new IOException("can't listen on x:80"))))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("can't listen on x:80");
        assertThat(stops).isEmpty();
    }

    @Test
    void an_application_that_fails_while_it_runs_ends_the_process() {
        AtomicBoolean failed = new AtomicBoolean();
        Application application = new Application(
                () -> {
                    failed.set(true);
                    return true;
                },
                failed::get,
                () -> {});
        assertThat(run(() -> new Settings("x"), settings -> application).fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("app has failed");
    }

    @Test
    void brokers_that_are_away_are_told_with_the_option_that_names_them() {
        assertThat(failing(new BrokerUnavailableException("no answer", new IOException())))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("no answer", "--kafka");
    }

    @Test
    void a_fault_of_the_program_stays_what_it_is() {
        assertThat(failing(new IllegalStateException("a bug")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a bug");
    }

    private @Nullable Exception failing(RuntimeException fault) {
        return run(() -> new Settings("s"), settings -> {
                    throw fault;
                })
                .fault();
    }

    private CommandRun run(Supplier<Settings> settings, Function<Settings, Application> starter) {
        return CommandRun.of(new AppCommand(settings).with(stops::add, kafka -> kafka, starter));
    }
}
