package dev.partnercatalog.runtime.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {

    private static final String GOOD = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @Test
    void a_well_formed_one_is_kept_unchanged() {
        TraceParent trace = TraceParent.read(GOOD.getBytes(UTF_8));
        assertThat(trace).isEqualTo(new TraceParent(GOOD)).hasToString(GOOD);
        assertThat(new TraceParent(GOOD).traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(new TraceParent(GOOD).isSampled()).isTrue();
        assertThat(new TraceParent(GOOD.replace("-01", "-00")).isSampled()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4bf92f3577b34da6a3ce929d0e0e4736",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0\n",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e473\r\n-00f067aa0ba902b7-0",
                "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
                "\u0000\u0000-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            })
    void a_malformed_one_is_ignored(String text) {
        assertThat(TraceParent.read(text.getBytes(UTF_8))).isNull();
        assertThatIllegalArgumentException().isThrownBy(() -> new TraceParent(text));
    }

    @Test
    void no_header_and_a_long_one_are_ignored() {
        assertThat(TraceParent.read(null)).isNull();
        assertThat(TraceParent.read(new byte[1 << 20])).isNull();
    }

    @Test
    void a_derived_one_is_well_formed_for_any_bytes() {
        assertThat(TraceParent.of(new byte[32], true).isSampled()).isTrue();
        byte[] ones = new byte[24];
        Arrays.fill(ones, (byte) -1);
        assertThat(TraceParent.of(ones, false)).hasToString("00-" + "f".repeat(32) + "-" + "f".repeat(16) + "-00");
    }

    @Test
    void our_spans_begin_under_it_and_a_recorded_span_is_passed_on() {
        TraceParent trace = new TraceParent(GOOD);
        Span parent = Span.fromContext(TraceParent.parent(trace));
        assertThat(parent.getSpanContext()).isEqualTo(trace.span());
        assertThat(parent.getSpanContext().isRemote()).isTrue();
        assertThat(parent.getSpanContext().isSampled()).isTrue();
        assertThat(TraceParent.of(parent)).isEqualTo(trace);
        assertThat(TraceParent.parent(null)).isSameAs(Context.root());
    }
}
