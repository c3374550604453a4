package dev.partnercatalog.streams.partner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partnercatalog.records.AuthenticationPart;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookCertificate;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.records.WebhookOAuth2;
import dev.partnercatalog.schemas.topic.AvroSafety;
import dev.partnercatalog.streams.partner.CommandRules.RefusedException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuthenticationRulesTest {

    static {
        AvroSafety.establish(); // Builders read the defaults of records.
    }

    private static final long NOON = 1_767_268_800_000L;
    private static final WebhookAuthentication NONE =
            WebhookAuthentication.newBuilder().build();
    private static final WebhookAuthentication ED25519 =
            WebhookAuthentication.newBuilder().setEd25519(true).build();
    private static final WebhookAuthentication KEY = headers("X-Api-Key");
    private static final WebhookAuthentication OAUTH2 = WebhookAuthentication.newBuilder()
            .setOauth2(
                    new WebhookOAuth2("https://login.example/", "id", null, "basic", Map.of(), ByteBuffer.allocate(40)))
            .build();
    private static final WebhookControl CONTROL = WebhookControl.newBuilder().build();

    @Test
    void new_parts_are_added_to_earlier_ones_or_replace_them() throws Exception {
        WebhookControl all = set(set(set(set(CONTROL, ED25519), KEY), OAUTH2), certificate(100));
        assertThat(all.getAuthentication())
                .isEqualTo(WebhookAuthentication.newBuilder()
                        .setEd25519(true)
                        .setHeaders(KEY.getHeaders())
                        .setOauth2(OAUTH2.getOauth2())
                        .setClientCertificate(certificate(100).getClientCertificate())
                        .build());

        assertThat(set(all, headers("X-Other")).getAuthentication().getHeaders())
                .isEqualTo(headers("X-Other").getHeaders());
        assertThat(set(all, NONE)).isEqualTo(all);
    }

    @Test
    void parts_to_drop_are_removed_first() throws Exception {
        WebhookControl before = set(set(CONTROL, ED25519), KEY);

        WebhookControl after =
                apply(before, List.of(AuthenticationPart.ED25519, AuthenticationPart.HEADERS), OAUTH2, false);

        assertThat(after.getAuthentication()).isEqualTo(OAUTH2);
        assertThat(apply(after, List.of(AuthenticationPart.OAUTH2), NONE, false))
                .isEqualTo(CONTROL);
    }

    @Test
    void a_key_that_was_rotated_away_never_comes_back() throws Exception {
        WebhookControl rotated = apply(set(CONTROL, ED25519), List.of(), NONE, true);
        assertThat(rotated.getKeyGeneration()).isEqualTo(1);
        assertThat(rotated.getKeyRotatedAt()).isEqualTo(NOON);

        WebhookControl cleared = apply(rotated, List.of(AuthenticationPart.ED25519), NONE, false);
        assertThat(cleared.getKeyGeneration()).isEqualTo(1);
        WebhookControl ofNewPartner = CommandRules.withoutSettings(rotated);
        assertThat(ofNewPartner.getAuthentication()).isEqualTo(NONE);
        assertThat(ofNewPartner.getKeyGeneration()).isEqualTo(1);
    }

    @Test
    void an_access_token_and_a_header_for_it_exclude_each_other_whichever_comes_first() throws Exception {
        WebhookAuthentication basic = headers("authorization");

        assertThat(refused(set(CONTROL, OAUTH2), basic)).isEqualTo(RefusalCode.INVALID_REQUEST);
        assertThat(refused(set(CONTROL, basic), OAUTH2)).isEqualTo(RefusalCode.INVALID_REQUEST);
        assertThat(apply(set(CONTROL, basic), List.of(AuthenticationPart.HEADERS), OAUTH2, false)
                        .getAuthentication())
                .isEqualTo(OAUTH2);
    }

    @Test
    void what_is_kept_for_a_partner_is_limited() throws Exception {
        assertThat(set(CONTROL, certificate(AuthenticationRules.LARGEST - 200)).getAuthentication())
                .isNotEqualTo(NONE);
        assertThat(refused(CONTROL, certificate(AuthenticationRules.LARGEST))).isEqualTo(RefusalCode.INVALID_REQUEST);
    }

    @Test
    void a_part_of_a_later_version_is_refused() {
        RefusedException refused = catchThrowableOfType(
                RefusedException.class, () -> apply(CONTROL, List.of(AuthenticationPart.UNKNOWN), NONE, false));

        assertThat(refused.refusal().getCode()).isEqualTo(RefusalCode.INVALID_REQUEST);
    }

    private static RefusalCode refused(WebhookControl before, WebhookAuthentication set) {
        return catchThrowableOfType(RefusedException.class, () -> set(before, set))
                .refusal()
                .getCode();
    }

    private static WebhookControl set(WebhookControl before, WebhookAuthentication set) throws RefusedException {
        return apply(before, List.of(), set, false);
    }

    private static WebhookControl apply(
            WebhookControl before, List<AuthenticationPart> drop, WebhookAuthentication set, boolean rotateKey)
            throws RefusedException {
        return AuthenticationRules.apply(before, new ConfigureAuthentication(drop, set, rotateKey), NOON);
    }

    private static WebhookAuthentication headers(String name) {
        return WebhookAuthentication.newBuilder()
                .setHeaders(List.of(new WebhookHeader(name, ByteBuffer.allocate(30))))
                .build();
    }

    private static WebhookAuthentication certificate(int bytes) {
        return WebhookAuthentication.newBuilder()
                .setClientCertificate(new WebhookCertificate("PEM", ByteBuffer.allocate(bytes)))
                .build();
    }
}
