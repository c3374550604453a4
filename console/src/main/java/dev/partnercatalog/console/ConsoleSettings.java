package dev.partnercatalog.console;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a console.
 *
 * @param host the address to listen on
 * @param port port to listen on, 0 for any free one
 * @param tokenFile file with the token to sign in with; null for none: then nothing can be changed, and the console may
 *     listen only on the loopback address
 * @param tokenSignsIn whether the file's token itself can be used to sign in, as operator {@code console}, besides the
 *     operators' tokens
 * @param openReading whether reading requires no session if there is a token and the address is a loopback one
 * @param trustedProxies addresses and ranges of proxies whose {@code X-Forwarded-For} is trusted
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
