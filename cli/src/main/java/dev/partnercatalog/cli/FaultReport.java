package dev.partnercatalog.cli;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.WrongTopicException;
import java.io.PrintWriter;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports to the user what went wrong: faults with a remedy as one line, faults of the program with their stack trace. */
final class FaultReport implements IExecutionExceptionHandler, IParameterExceptionHandler {

    @Override
    public int handleExecutionException(Exception fault, CommandLine command, ParseResult parsed) {
        if (hasRemedy(fault)) {
            command.getErr().println("catalog: " + fault.getMessage() + remedy(fault));
        } else {
            LoggerFactory.getLogger(FaultReport.class).error("internal error", fault);
        }
        return ExitCode.SOFTWARE;
    }

    @Override
    public int handleParseException(ParameterException fault, String[] arguments) {
        CommandLine command = fault.getCommandLine();
        PrintWriter err = new PrintableOutput(command.getErr());
        err.println("catalog: " + OptionVariables.inWords(fault));
        UnmatchedArgumentException.printSuggestions(fault, err);
        err.println("Try './" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.USAGE;
    }

    private static String remedy(Exception fault) {
        boolean remedyNamed = String.valueOf(fault.getMessage()).contains("--registry");
        return fault instanceof RegistryUnavailableException && !remedyNamed
                ? ": start one ('./catalog standalone'), or give its address with --registry"
                : fault instanceof StateFolderException ? " (see --state-dir)" : "";
    }

    private static boolean hasRemedy(Exception fault) {
        return fault instanceof OperatorFault
                || fault instanceof SecretException
                || fault instanceof RegistryUnavailableException
                || fault instanceof IncompatibleSchemaException
                || fault instanceof BrokerUnavailableException
                || fault instanceof StateFolderException
                || fault instanceof WrongTopicException;
    }
}
