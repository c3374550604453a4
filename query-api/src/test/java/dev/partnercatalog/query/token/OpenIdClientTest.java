package dev.partnercatalog.query.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partnercatalog.query.contract.PartnerTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the code that docs/partners/tokens.md gives for openid-client, unchanged. */
class OpenIdClientTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "partners", "tokens.md");

    private final PartnerTools tools = PartnerTools.required();
    @AutoClose
    private final TokenHarness endpoint = TokenHarness.atItsOwnAddress();

    @TempDir
    Path folder;

    @Test
    void D17_openid_client_finds_the_token_endpoint_by_its_metadata_and_gets_a_token() throws Exception {
        Path packages = tools.nodePackages("openid-client@6");
        Files.createSymbolicLink(folder.resolve("node_modules"), packages.resolve("node_modules"));
        Matcher code = Pattern.compile("(?s)```js\n(.*?)```").matcher(Files.readString(DOCUMENT));
        assertThat(code.find()).isTrue();
        Path program = Files.writeString(folder.resolve("token.mjs"), code.group(1));
        PartnerTools.Ended ended = PartnerTools.run(
                folder, List.of("node", program.toString(), endpoint.address().toString(), "c1", "s3cret"));
        assertThat(ended.status()).as(ended.output()).isZero();
        JWTClaimsSet claims = SignedJWT.parse(ended.output().strip()).getJWTClaimsSet();
        assertThat(claims.getIssuer()).isEqualTo(endpoint.address().toString());
        assertThat(claims.getStringClaim("scope")).isEqualTo("partner/read");
    }
}
