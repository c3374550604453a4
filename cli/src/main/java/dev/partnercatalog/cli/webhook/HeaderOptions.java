package dev.partnercatalog.cli.webhook;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.http.Violation;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.plain.ByteOrderMark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code ./catalog webhooks authentication set}. Mixed in. */
final class HeaderOptions {

    private static final String STANDARD_INPUT = "-";
    private static final int LONGEST_FILE = 32 << 10;

    @Option(
            names = "--header",
            required = true,
            paramLabel = "NAME=FILE",
            description = {
                "A header for every message, and the file with its value. Repeat the option for more.",
                "These replace all headers that were set before; 'webhooks authentication clear' removes them."
            })
    private List<String> headers = List.of();

    /**
     * Reads the files given by the options.
     *
     * @throws ParameterException if the options can't be combined
     * @throws OperatorFault if a file can't be read, or its content can't be used
     */
    List<StaticHeader> read(CommandLine command) {
        if (headers.stream()
                        .filter(header -> header.endsWith('=' + STANDARD_INPUT))
                        .count()
                > 1) {
            throw new ParameterException(command, "only one option can read standard input (-)");
        }
        List<StaticHeader> read = headers(command);
        List<Violation> violations = StaticHeader.violations(read);
        if (!violations.isEmpty()) {
            throw new OperatorFault(violations.stream()
                    .map(violation -> violation.field() + ": " + violation.problem())
                    .collect(Collectors.joining("; ", "nothing was changed: ", "")));
        }
        return read;
    }

    private List<StaticHeader> headers(CommandLine command) {
        List<StaticHeader> read = new ArrayList<>();
        for (String header : headers) {
            int equals = header.indexOf('=');
            if (equals < 1) {
                throw new ParameterException(command, "--header requires NAME=FILE: its value comes from a file");
            }
            read.add(new StaticHeader(header.substring(0, equals), line(header.substring(equals + 1))));
        }
        return read;
    }

    /** The content without its final line break, which editors add. */
    private static String line(String source) {
        String text = text(source);
        return text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    private static String text(String source) {
        try (InputStream in = source.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(source))) {
            byte[] bytes = in.readNBytes(LONGEST_FILE + 1);
            if (bytes.length > LONGEST_FILE) {
                throw new OperatorFault("--header: " + source + " is longer than " + LONGEST_FILE + " bytes");
            }
            return ByteOrderMark.skip(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new OperatorFault("--header: can't read " + source + ": " + FaultWords.of(e), e);
        }
    }
}
