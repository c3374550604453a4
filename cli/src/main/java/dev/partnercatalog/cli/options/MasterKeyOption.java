package dev.partnercatalog.cli.options;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the operator's master key. Mixed in. */
public final class MasterKeyOption {

    @Option(
            names = "--secrets",
            description =
                    "File with the operator's master key, the same for all applications; standalone creates it and"
                            + " prints its path when ready; by default " + DefaultPaths.MASTER_KEY_IN_WORDS + ".")
    private @Nullable Path secrets;

    public Path file() {
        return secrets == null ? DefaultPaths.masterKey() : secrets;
    }

    /**
     * Reads the key for a command that makes something with it, and compares it with the one that the catalog was made
     * with; a catalog that has had no key yet remembers this one.
     *
     * @throws OperatorFault if there is none, with the ways to get one, or the catalog can't be asked
     * @throws SecretException if it is another one
     */
    public MasterKey load(ConnectionOptions connection) {
        MasterKey key = read();
        connection.brokers().masterKey().establish(key);
        return key;
    }

    /**
     * Reads the key, for what compares it with the catalog's itself. It is never created here: a second key beside the
     * one in use would sign webhooks that no partner can verify.
     *
     * @throws OperatorFault if there is none, with the ways to get one
     */
    public MasterKey read() {
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
