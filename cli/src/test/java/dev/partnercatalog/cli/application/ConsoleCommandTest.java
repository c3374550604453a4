package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.application.ApplicationCommand.Application;
import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.cli.output.OperatorFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleCommandTest {

    @TempDir
    Path folder;

    private final List<Console.Settings> started = new ArrayList<>();

    @Test
    void by_default_it_listens_on_this_machine_alone() {
        assertThat(run(this::note, "--token-file=/t").status()).isZero();
        assertThat(started).singleElement().satisfies(settings -> {
            assertThat(settings.host()).isEqualTo("127.0.0.1");
            assertThat(settings.port()).isEqualTo(8084);
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
                                "--trusted-proxies=10.0.0.1,10.1.0.0/16",
                                "--kafka=k:1",
                                "--topic-prefix=p.")
                        .status())
                .isZero();
        assertThat(started).singleElement().satisfies(settings -> {
            assertThat(settings.host()).isEqualTo("::1");
            assertThat(settings.port()).isOne();
            assertThat(settings.tokenFile()).isEqualTo(Path.of("/t"));
            assertThat(settings.trustedProxies()).containsExactly("10.0.0.1", "10.1.0.0/16");
            assertThat(settings.kafka().bootstrapServers()).isEqualTo("k:1");
            assertThat(settings.kafka().topics().prefix()).isEqualTo("p.");
        });
    }

    @Test
    void it_requires_a_token() {
        CommandRun run = run(this::note);
        assertThat(run.status()).isNotZero();
        assertThat(started).isEmpty();
    }

    @Test
    void a_proxy_that_is_no_address_is_told_in_a_line() throws IOException {
        CommandRun run = run(ConsoleCommandTest::start, "--console-port=0", token(), "--trusted-proxies=our-proxy");
        assertThat(run.status()).isNotZero();
        assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining("our-proxy");
    }

    @Test
    void a_port_that_is_taken_and_brokers_without_an_address_are_told_in_a_line() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = run(ConsoleCommandTest::start, "--console-port=" + taken.getLocalPort(), token());
            assertThat(run.status()).isNotZero();
            assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining(":" + taken.getLocalPort());
        }
        CommandRun run =
                run(ConsoleCommandTest::start, "--console-port=0", token(), "--kafka=no-such-host.invalid:9092");
        assertThat(run.status()).isNotZero();
        assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining("--kafka");
    }

    private String token() throws IOException {
        return "--token-file=" + Files.writeString(folder.resolve("token"), "0123456789-0123456789");
    }

    private Application note(Console.Settings settings) {
        started.add(settings);
        return new Application(() -> true, () -> false, () -> {});
    }

    private static Application start(Console.Settings settings) {
        return new Application(() -> true, () -> false, Console.start(settings)::close);
    }

    private static CommandRun run(Function<Console.Settings, Application> starter, String... arguments) {
        return CommandRun.of(new ConsoleCommand().with(Runnable::run, kafka -> kafka, starter), arguments);
    }
}
