package dev.partnercatalog.query.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PatientInputStreamTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);

    @Test
    void a_body_that_drips_is_given_up_after_ten_seconds() throws IOException {
        InputStream body = body(1_000);
        for (int i = 0; i < 10; i++) {
            passSeconds(1);
            assertThat(body.read()).isZero();
        }
        passSeconds(1);
        assertThatIOException().isThrownBy(body::read);
    }

    @Test
    void a_long_body_has_the_more_time_the_more_of_it_came() throws IOException {
        InputStream body = body(1 << 20);
        for (int i = 0; i < 32; i++) {
            passSeconds(1);
            assertThat(body.readNBytes(32 << 10)).hasSize(32 << 10);
        }
        assertThat(body.read()).isEqualTo(-1);
    }

    @Test
    void a_body_whose_end_comes_late_is_whole_all_the_same() throws IOException {
        InputStream body = body(1);
        assertThat(body.read()).isZero();
        passSeconds(100);
        assertThat(body.read()).isEqualTo(-1);
    }

    private InputStream body(int length) {
        return new PatientInputStream(new ByteArrayInputStream(new byte[length]), now::get);
    }

    private void passSeconds(int seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }
}
