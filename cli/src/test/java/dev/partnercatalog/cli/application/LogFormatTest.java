package dev.partnercatalog.cli.application;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;

/** The program's own log, with its output captured. */
@Isolated("it replaces the standard error, which all classes share")
class LogFormatTest {

    private static final String HOSTILE = "a \"b\" \\ \r\n\u2028\u0000\u001b[31m é 🌿";

    private final LoggerContext context = new LoggerContext();
    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void configure() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        assertThat(ServiceLoader.load(Configurator.class))
                .singleElement()
                .extracting(configurator -> configurator.configure(context))
                .isEqualTo(Configurator.ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
        System.setErr(new PrintStream(out, true, UTF_8));
    }

    @AfterEach
    void restore() {
        System.setErr(standardError);
        context.stop();
    }

    @Test
    void json_is_one_object_a_line_whatever_the_event_holds() throws Exception {
        ProgramLog.asJson(context);
        log();

        List<String> lines = out.toString(UTF_8).lines().toList();
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.path("message").asText()).isEqualTo("partner p: " + HOSTILE);
        assertThat(first.path("level").asText()).isEqualTo("INFO");
        assertThat(first.path("logger").asText()).isEqualTo("dev.partnercatalog.Test");
        assertThat(Instant.parse(first.path("@timestamp").asText())).isAfter(Instant.EPOCH);
        assertThat(first.path("thread").asText()).isNotBlank();
        JsonNode fault = new ObjectMapper().readTree(lines.get(1)).path("error");
        assertThat(fault.path("message").asText()).isEqualTo(HOSTILE);
        assertThat(fault.path("type").asText()).isEqualTo(RuntimeException.class.getName());
        assertThat(fault.path("stack_trace").asText())
                .contains("Caused by: " + IllegalStateException.class.getName() + ": inner", "\tat ");
    }

    @Test
    void text_is_one_line_an_event_with_its_trace() {
        context.getLogger("dev.partnercatalog.Test")
                .error("it failed", new RuntimeException("why\nit did", new IllegalStateException("inner")));

        assertThat(out.toString(UTF_8).lines().toList())
                .singleElement()
                .asString()
                .contains(" ERROR Test it failed | java.lang.RuntimeException: why | it did | at ", "inner");
    }

    @Test
    void a_line_names_its_values_in_both_forms() throws Exception {
        Logger log = context.getLogger("dev.partnercatalog.Test");
        log.atInfo().addKeyValue("who", "console").addKeyValue("what", "ping").log("webhook {}", "msg_1");
        ProgramLog.asJson(context);
        log.atInfo().addKeyValue("who", "console").addKeyValue("what", "ping").log("webhook {}", "msg_1");

        List<String> lines = out.toString(UTF_8).lines().toList();
        assertThat(lines.get(0)).endsWith(" INFO  Test webhook msg_1 [who=console what=ping]");
        JsonNode json = new ObjectMapper().readTree(lines.get(1));
        assertThat(json.path("message").asText()).isEqualTo("webhook msg_1");
        assertThat(json.path("labels").toString()).isEqualTo("{\"who\":\"console\",\"what\":\"ping\"}");
    }

    @Test
    void debug_is_told_only_where_it_is_asked_for() {
        context.getLogger("dev.partnercatalog.Test").debug("too much");
        context.getLogger("org.apache.kafka.Test").info("theirs");
        assertThat(out.size()).isZero();
    }

    private void log() {
        Logger log = context.getLogger("dev.partnercatalog.Test");
        log.info("partner {}: {}", "p", HOSTILE);
        log.error("it failed", new RuntimeException(HOSTILE, new IllegalStateException("inner")));
    }
}
