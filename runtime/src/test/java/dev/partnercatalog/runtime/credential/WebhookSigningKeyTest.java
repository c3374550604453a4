package dev.partnercatalog.runtime.credential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhookSigningKeyTest {

    private static final HexFormat HEX = HexFormat.of();

    @ParameterizedTest
    @DisplayName("RFC 8032, section 7.1: the result is the published keys and signatures")
    @CsvSource({
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
                + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
                + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
                + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
                + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
                + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    })
    void the_result_is_the_published_signature(String seed, String publicKey, String message, String signature) {
        WebhookSigningKey key = WebhookSigningKey.ofSeed(HEX.parseHex(seed));

        assertThat(HEX.formatHex(Base64.getUrlDecoder().decode(key.publicKey())))
                .isEqualTo(publicKey);
        assertThat(HEX.formatHex(key.sign(HEX.parseHex(message)))).isEqualTo(signature);
    }

    @Test
    @DisplayName("RFC 8037, appendix A.3: the result is the published thumbprint")
    void the_result_is_the_published_thumbprint() {
        WebhookSigningKey key = WebhookSigningKey.ofSeed(
                HEX.parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));

        assertThat(key.publicKey()).isEqualTo("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
        assertThat(key.keyId()).isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    }

    @Test
    void parts_are_signed_as_one_message() {
        WebhookSigningKey key = WebhookSigningKey.ofSeed(new byte[32]);

        assertThat(key.sign(new byte[] {1, 2}, new byte[] {3})).isEqualTo(key.sign(new byte[] {1, 2, 3}));
    }

    @Test
    void each_partner_and_generation_has_its_own_key(@TempDir Path folder) {
        MasterKey masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));

        assertThat(WebhookSigningKey.of(masterKey, "a", 0).keyId())
                .isEqualTo(WebhookSigningKey.of(masterKey, "a", 0).keyId())
                .isNotEqualTo(WebhookSigningKey.of(masterKey, "a", 1).keyId())
                .isNotEqualTo(WebhookSigningKey.of(masterKey, "b", 0).keyId());
    }
}
