package dev.partnercatalog.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ErrorCodesDocumentTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| (\\d{3}) \\|");

    @Test
    void D20_the_document_for_partners_lists_every_error_code_with_its_status_and_no_other() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "errors.md"));
        List<String> documented = ROW.matcher(document)
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(Arrays.stream(ErrorCode.values())
                        .map(code -> code.name() + " " + code.status())
                        .toList());
    }
}
