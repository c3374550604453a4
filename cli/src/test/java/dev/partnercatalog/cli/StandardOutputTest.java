package dev.partnercatalog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a command ends if nobody reads its output to the end, or if it can't be written. */
class StandardOutputTest {

    private static final Path BASH = Path.of("/bin/bash");

    @Test
    void a_reader_that_has_read_enough_ends_it_without_a_word() throws IOException, InterruptedException {
        Process process = CatalogTest.program("generate-completion").start();
        process.getInputStream().close();
        assertThat(process.errorReader().lines()).isEmpty();
        assertThat(process.waitFor()).isEqualTo(141);
    }

    @Test
    void a_socket_whose_other_side_is_gone_is_such_a_reader() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(BASH), "this test needs a shell that opens sockets");
        try (ServerSocket reader = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            reader.setSoTimeout(60_000);
            ProcessBuilder program = CatalogTest.program("generate-completion");
            program.command()
                    .addAll(
                            0,
                            List.of(
                                    BASH.toString(),
                                    "-c",
                                    "exec \"$@\" >/dev/tcp/127.0.0.1/" + reader.getLocalPort(),
                                    "program"));
            Process process = program.start();
            try (Socket connection = reader.accept()) {
                // So that the other side is told at once that nobody reads.
                connection.setSoLinger(true, 0);
            }
            assertThat(process.errorReader().lines()).isEmpty();
            assertThat(process.waitFor()).isEqualTo(141);
        }
    }

    @Test
    void a_device_on_which_there_is_no_room_is_still_a_fault() throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this test needs a device that is always full");
        Process process = CatalogTest.program("generate-completion")
                .redirectOutput(full.toFile())
                .start();
        assertThat(process.errorReader().lines())
                .containsExactly("catalog: not everything was printed: standard output can't be written");
        assertThat(process.waitFor()).isEqualTo(1);
    }
}
