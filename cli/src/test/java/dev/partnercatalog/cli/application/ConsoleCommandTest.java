package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.console.Console;
import dev.partnercatalog.console.ConsoleSettings;
import dev.partnercatalog.operations.OperatorFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ConsoleCommandTest {

    private final List<ConsoleSettings> started = new ArrayList<>();

    @Test
    void by_default_it_listens_on_this_machine_alone_and_only_shows() {
        assertThat(run(this::note).status()).isZero();
        assertThat(started).singleElement().satisfies(settings -> {
            assertThat(settings.host()).isEqualTo("127.0.0.1");
            assertThat(settings.port()).isEqualTo(8083);
            assertThat(settings.tokenFile()).isNull();
            assertThat(settings.tokenSignsIn()).isTrue();
            assertThat(settings.openReading()).isFalse();
            assertThat(settings.trustedProxies()).isEmpty();
        });
    }

    @Test
    void it_takes_its_settings_from_flags() {
        assertThat(run(
                                this::note,
                                "--host=::1",
                                "--console-port=1",
                                "--token-file=/t",
                                "--token-sign-in=false",
                                "--trusted-proxies=10.0.0.1,10.1.0.0/16",
                                "--kafka=k:1",
                                "--topic-prefix=p.")
                        .status())
                .isZero();
        assertThat(started).singleElement().satisfies(settings -> {
            assertThat(settings.host()).isEqualTo("::1");
            assertThat(settings.port()).isOne();
            assertThat(settings.tokenFile()).isEqualTo(Path.of("/t"));
            assertThat(settings.tokenSignsIn()).isFalse();
            assertThat(settings.trustedProxies()).containsExactly("10.0.0.1", "10.1.0.0/16");
            assertThat(settings.kafka().bootstrapServers()).isEqualTo("k:1");
            assertThat(settings.kafka().topics().prefix()).isEqualTo("p.");
        });
    }

    @Test
    void it_refuses_to_be_reached_from_other_machines_without_a_token() {
        CommandRun run = run(ConsoleCommandTest::start, "--host=0.0.0.0", "--console-port=0");
        assertThat(run.status()).isNotZero();
        assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining("--token-file");
    }

    @Test
    void a_proxy_that_is_no_address_is_told_in_a_line() {
        CommandRun run = run(ConsoleCommandTest::start, "--console-port=0", "--trusted-proxies=our-proxy");
        assertThat(run.status()).isNotZero();
        assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining("our-proxy");
    }

    @Test
    void a_port_that_is_taken_and_brokers_without_an_address_are_told_in_a_line() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = run(ConsoleCommandTest::start, "--console-port=" + taken.getLocalPort());
            assertThat(run.status()).isNotZero();
            assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining(":" + taken.getLocalPort());
        }
        CommandRun run = run(ConsoleCommandTest::start, "--console-port=0", "--kafka=no-such-host.invalid:9092");
        assertThat(run.status()).isNotZero();
        assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining("--kafka");
    }

    private Application note(ConsoleSettings settings) {
        started.add(settings);
        return new Application(() -> true, () -> false, () -> {});
    }

    private static Application start(ConsoleSettings settings) {
        return new Application(() -> true, () -> false, Console.start(settings)::close);
    }

    private static CommandRun run(Function<ConsoleSettings, Application> starter, String... arguments) {
        return CommandRun.of(new ConsoleCommand(new Foreground(Runnable::run), starter), arguments);
    }
}
