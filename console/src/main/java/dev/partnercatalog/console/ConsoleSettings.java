package dev.partnercatalog.console;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a console needs to know.
 *
 * @param host the address to listen on
 * @param port 0 for any free one
 * @param tokenFile holds what to sign in with; null for none: then nothing can be changed, and only the loopback address
 *     may be listened on
 * @param tokenSignsIn whether the file's token is a way in itself, as operator {@code console}, besides the operators'
 *     tokens
 * @param openReading whether reading asks for no session where there is a token and the address is a loopback one
 * @param trustedProxies addresses and ranges of those whose {@code X-Forwarded-For} is believed
 */
public record ConsoleSettings(
        KafkaSettings kafka,
        RegistrySettings registry,
        String host,
        int port,
        @Nullable Path tokenFile,
        boolean tokenSignsIn,
        boolean openReading,
        List<String> trustedProxies) {

    public static final int DEFAULT_PORT = 8083;

    public ConsoleSettings {
        trustedProxies = List.copyOf(trustedProxies);
    }
}
