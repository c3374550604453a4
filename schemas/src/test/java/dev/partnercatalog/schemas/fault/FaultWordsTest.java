package dev.partnercatalog.schemas.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages for operators name no class and no socket. */
class FaultWordsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Failed to connect to localhost/127.0.0.1:9000|Failed to connect to localhost:9000",
                "Connection to node -1 (/127.0.0.1:9092) failed|Connection to node -1 (127.0.0.1:9092) failed",
                "kafka.internal/<unresolved>:9092 is unknown|kafka.internal:9092 is unknown",
                "localhost/[0:0:0:0:0:0:0:1]:9092|localhost:9092",
                "java.net.ConnectException: refused|refused",
                "x: org.apache.kafka.common.config.ConfigException: Invalid value|x: Invalid value",
                "http://registry.example:8081/apis is 7/8 done at 12:30|http://registry.example:8081/apis is 7/8 done at 12:30",
                "topic catalog.bpd-variants has no value|topic catalog.bpd-variants has no value"
            })
    void addresses_are_as_they_were_given_and_classes_are_not_named(String message, String plain) {
        assertThat(FaultWords.plain(message)).isEqualTo(plain);
    }

    @Test
    void a_name_of_very_many_parts_is_not_named_either() {
        assertThat(FaultWords.plain("a.b." + "C$".repeat(20_000) + ": away")).isEqualTo("away");
        assertThat(FaultWords.plain("a.".repeat(20_000) + "C: away")).isEqualTo("away");
        assertThat(FaultWords.plain("a.".repeat(60_000))).isEqualTo("a.".repeat(60_000));
    }

    @Test
    void what_the_platform_says_only_by_a_class_is_said_in_words() {
        List<Exception> faults = List.of(
                new NoSuchFileException("/x"),
                new AccessDeniedException("/x"),
                new FileSystemException("/x", null, "No space left on device"),
                new FileSystemException("/x", null, "Too many open files"),
                new FileSystemException("/x"),
                new ConnectException("Failed to connect to localhost/127.0.0.1:9000"),
                new UnknownHostException("nowhere"),
                new SocketTimeoutException("timeout"),
                new SSLHandshakeException("no protocol"),
                new EOFException(),
                new IOException(),
                new IOException("", new ConnectException()),
                new ExecutionException(new IOException("java.io.IOException: Is a directory")));
        assertThat(faults.stream().map(FaultWords::of))
                .containsExactly(
                        "there is no such file",
                        "permission denied",
                        "No space left on device",
                        "this process may open no more files: raise its limit (ulimit -n)",
                        "the file system refuses",
                        "nothing accepts connections there",
                        "there is no host with this name",
                        "it didn't respond in time",
                        "TLS failed: no protocol",
                        "it ended too early",
                        "an unexpected fault, which the log shows",
                        "nothing accepts connections there",
                        "Is a directory");
    }
}
