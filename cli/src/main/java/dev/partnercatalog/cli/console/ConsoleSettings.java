package dev.partnercatalog.cli.console;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.nio.file.Path;
import java.util.List;

/**
 * The settings of the console.
 *
 * @param port 0 for a free one
 * @param tokenFile the file with the token that every request for data needs
 * @param trustedProxies addresses, or ranges of them, whose {@code X-Forwarded-For} is believed
 */
public record ConsoleSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        String host,
        int port,
        Path tokenFile,
        List<String> trustedProxies) {

    public static final int DEFAULT_PORT = 8084;

    public ConsoleSettings {
        trustedProxies = List.copyOf(trustedProxies);
    }
}
