package dev.partnercatalog.cli.connection;

import dev.partnercatalog.cli.DefaultPaths;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the operator's master key. Mixed in. */
public final class MasterKeyOption {

    @Option(
            names = "--secrets",
            paramLabel = "FILE",
            defaultValue = "${env:CATALOG_SECRETS}",
            description = {
                "File with the operator's master key, the same for all applications; standalone creates it and prints"
                        + " its path when ready.",
                "$CATALOG_SECRETS, default",
                DefaultPaths.MASTER_KEY_IN_WORDS
            })
    private @Nullable Path secrets;

    public Path file() {
        return secrets == null ? DefaultPaths.masterKey() : secrets;
    }

    /**
     * Reads the key. It is never created here: a second key beside the one in use would sign webhooks that no partner
     * can verify.
     *
     * @throws OperatorFault if there is none, with the ways to get one
     */
    public MasterKey load() {
        try {
            return MasterKey.load(file());
        } catch (SecretException e) {
            throw new OperatorFault(
                    e.getMessage() + ". Specify the file with --secrets; standalone creates one on its first start."
                            + " To create one by hand: (umask 077; head -c 32 /dev/urandom | base64 > FILE)",
                    e);
        }
    }
}
