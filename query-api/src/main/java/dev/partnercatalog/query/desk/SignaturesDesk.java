package dev.partnercatalog.query.desk;

import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Messages that are signed with a secret which is no secret, to check one's own verification with. */
final class SignaturesDesk {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
    private static final String ID = "msg_pI0Tq3C0aSSM6h5wGmn8ZJX7";
    private static final String TIMESTAMP = "1767225600";
    private static final String BODY = "body";
    private static final String HMAC = "HmacSHA256";
    private static final String EXAMPLE =
            "{\"type\":\"webhook.ping\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"data\":{}}";
    private static final int ROWS = 6;

    void addTo(DeskRoutes desk) {
        String path = DeskSection.SIGNATURES.place().toString();
        desk.get(path, visit -> page(visit, EXAMPLE));
        desk.post(path, visit -> page(visit, visit.field(BODY)));
    }

    private static DeskView page(DeskVisit visit, String body) {
        return DeskView.of(
                DeskSection.SIGNATURES,
                "Signatures",
                Tag.P.of(
                        Html.text("A test vector for your verification. Switch off your check of the time for it. "),
                        Tag.A.to(Place.of("docs", "signatures")).of("How to verify")),
                Shown.facts(
                        Shown.fact("Secret", Tag.CODE.of(SECRET)),
                        Shown.fact("webhook-id", Tag.CODE.of(ID)),
                        Shown.fact("webhook-timestamp", Tag.CODE.of(TIMESTAMP)),
                        Shown.fact("webhook-signature", Tag.CODE.of(signature(body)))),
                Shown.pre("Body", body),
                visit.form(
                        DeskSection.SIGNATURES.place(),
                        Forms.minorSubmit("Sign this body"),
                        Forms.lines(BODY, "Another body, on one line", body, ROWS)));
    }

    private static String signature(String body) {
        byte[] key = Base64.getDecoder().decode(SECRET.substring("whsec_".length()));
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            byte[] signed = mac.doFinal((ID + "." + TIMESTAMP + "." + body).getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }
}
