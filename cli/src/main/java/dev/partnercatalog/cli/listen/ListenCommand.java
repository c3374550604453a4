package dev.partnercatalog.cli.listen;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.conversion.ByteOrderMark;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog listen}. */
@Command(
        name = "listen",
        description = {
            "Receive webhooks on this machine, for developing a partner's receiver.",
            "Each message is verified with the partner's webhook secret and printed, or rejected and the reason printed."
                    + " Listens on 127.0.0.1 only. Needs neither Kafka nor the registry. Stops on Ctrl-C.",
            "The secret comes from $CATALOG_WEBHOOK_SECRET or the file of --secret-file, never from the arguments."
        })
public final class ListenCommand implements Runnable {

    static final int DEFAULT_PORT = 8099;

    private static final String SECRET = "CATALOG_WEBHOOK_SECRET";
    private static final Pattern SECRET_FORM =
            Pattern.compile("whsec_(?=.)(?:[A-Za-z0-9+/]{4}){0,128}(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?");

    private final UnaryOperator<@Nullable String> environment;
    private final Consumer<Runnable> onStop;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Range(min = 0, max = Range.MAX_PORT)
    @Option(
            names = "--port",
            defaultValue = "" + DEFAULT_PORT,
            description = "Port to listen on; 0 for a free one. Default ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--secret-file",
            description = "File with the webhook secret, whsec_..., instead of $" + SECRET + ".")
    private @Nullable Path secretFile;

    @Range(min = 200, max = 599)
    @Option(
            names = "--status",
            paramLabel = "STATUS",
            defaultValue = "204",
            description = "Status to return for verified messages. Default ${DEFAULT-VALUE}.")
    private int status;

    @Option(names = "--json", description = "Print each verified message as one line of JSON, and nothing else.")
    private boolean json;

    public ListenCommand() {
        this(System::getenv, stop -> Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop")));
    }

    /** For tests: variables by name, and what receives the action to run when the process is told to stop. */
    ListenCommand(UnaryOperator<@Nullable String> environment, Consumer<Runnable> onStop) {
        this.environment = environment;
        this.onStop = onStop;
    }

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        CountDownLatch stopped = new CountDownLatch(1);
        try (WebhookReceiver receiver = new WebhookReceiver(
                port,
                secret(),
                status,
                (message, body) -> print(out, message, body),
                reason -> MessageText.printRejected(err, "a request was ", reason))) {
            err.println("listening at " + receiver.url() + ", answering " + status + "; stop with Ctrl-C");
            onStop.accept(stopped::countDown);
            stopped.await();
        } catch (BindException e) {
            throw new OperatorFault("port " + port + " is in use: choose another one with --port", e);
        } catch (IOException e) {
            throw new OperatorFault("can't listen at port " + port + ": " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void print(PrintWriter out, JsonNode message, String body) {
        if (json) {
            // As received, but on one line and without terminal control characters, which doesn't change its meaning:
            // between JSON tokens these are equivalent to a space, and inside strings they can't occur.
            out.println(PrintableText.of(body.replaceAll("[\\t\\n\\r]", " ")));
            out.flush();
        } else {
            MessageText.print(out, "", message);
        }
    }

    private String secret() {
        String variable = environment.apply(SECRET);
        if (secretFile == null && (variable == null || variable.isBlank())) {
            throw new OperatorFault("the webhook secret is missing: set $" + SECRET + ", or specify its file with"
                    + " --secret-file. './catalog client create' prints it, and POST"
                    + " /v1/partner/webhook/rotate-secret creates a new one");
        }
        String secret = (secretFile == null ? variable : read(secretFile)).strip();
        if (!SECRET_FORM.matcher(secret).matches()) {
            throw new OperatorFault("the webhook secret in " + (secretFile == null ? "$" + SECRET : secretFile)
                    + " is invalid: expected whsec_ and base64");
        }
        return secret;
    }

    private static String read(Path file) {
        try {
            return ByteOrderMark.skip(Files.readString(file));
        } catch (IOException e) {
            throw new OperatorFault("--secret-file: can't read " + file + ": " + FaultWords.of(e), e);
        }
    }
}
