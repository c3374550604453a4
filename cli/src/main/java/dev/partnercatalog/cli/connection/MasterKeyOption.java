package dev.partnercatalog.cli.connection;

import dev.partnercatalog.cli.DefaultPaths;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the operator's master key. Mixed in. */
public final class MasterKeyOption {

    @Option(
            names = "--secrets",
            paramLabel = "FILE",
            defaultValue = "${env:CATALOG_SECRETS}",
            description = {
                "The operator's master key, one file for all applications; standalone makes it and names it when ready.",
                "$CATALOG_SECRETS, default",
                DefaultPaths.MASTER_KEY_IN_WORDS
            })
    private @Nullable Path secrets;

    public Path file() {
        return secrets == null ? DefaultPaths.masterKey() : secrets;
    }

    /**
     * Reads the key. It is never made here: a second key beside the one in use would sign webhooks that no partner can
     * verify.
     *
     * @throws OperatorFault where there is none, with the ways to one
     */
    public MasterKey load() {
        try {
            return MasterKey.load(file());
        } catch (SecretException e) {
            throw new OperatorFault(
                    e.getMessage() + ". Name the file with --secrets; standalone makes one on its first start, and by"
                            + " hand it is: (umask 077; head -c 32 /dev/urandom | base64 > FILE)",
                    e);
        }
    }
}
