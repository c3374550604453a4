package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ErrorCodesDocumentTest {

    private static final Pattern SECTION = Pattern.compile("(?m)^### `([A-Z_]+)`\\n\\n\\*\\*(\\d{3})\\.\\*\\* ");

    @Test
    void D20_the_guide_to_errors_explains_every_error_code_with_its_status_and_no_other() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "partners", "errors.md"));
        List<String> documented = SECTION.matcher(document)
                .results()
                .map(section -> section.group(1) + " " + section.group(2))
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(ErrorCodes.ALL.stream()
                        .map(code -> code.name() + " " + code.status())
                        .toList());
    }
}
