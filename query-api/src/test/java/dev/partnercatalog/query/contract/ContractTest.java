package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

/** Checks that the check of tests against the document lets nothing through. */
class ContractTest {

    private static final String LOCATION = "{\"allowedFields\":{\"badges\":true,\"cannabinoidOverrides\":true,"
            + "\"displayNameOverrides\":true,\"labels\":true},\"clientId\":\"c\",\"companyId\":\"1\","
            + "\"locationId\":\"1\",\"variantAssetConfig\":{}}";
    private static final String BATCH =
            "{\"failedBarcodes\":[],\"failedSkus\":[],\"mappedSkuBarcodes\":{},\"variants\":[]}";

    private final Contract contract = new Contract();
    private final Request get = request("/v1/1/location/1").build();

    @Test
    void what_the_document_allows_passes() {
        assertThatCode(() -> contract.check(get, response(get, 200), LOCATION)).doesNotThrowAnyException();
    }

    @Test
    void an_extra_field_a_missing_one_and_one_of_another_type_fail() {
        for (String body : new String[] {
            LOCATION.replace("{\"allowed", "{\"more\":1,\"allowed"),
            LOCATION.replace("\"clientId\":\"c\",", ""),
            LOCATION.replace("\"1\"", "1"),
            "[]",
            ""
        }) {
            assertThatThrownBy(() -> contract.check(get, response(get, 200), body))
                    .as(body)
                    .isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void an_error_of_another_shape_and_a_missing_header_fail() {
        assertThatThrownBy(() -> contract.check(get, response(get, 404), "{\"error\":\"x\"}"))
                .isInstanceOf(AssertionError.class);
        Response bare =
                response(get, 200).newBuilder().removeHeader("X-Request-Id").build();
        assertThatThrownBy(() -> contract.check(get, bare, LOCATION)).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_request_that_the_document_does_not_allow_may_be_refused_but_not_answered() {
        RequestBody text =
                RequestBody.create("{\"locationId\":\"1\",\"barcodes\":[\"a\"]}", MediaType.get("application/json"));
        Request post = request("/v1/1/variants/batch-get").post(text).build();
        assertThatThrownBy(() -> contract.check(post, response(post, 200), BATCH))
                .isInstanceOf(AssertionError.class);
        Response refused = response(post, 400)
                .newBuilder()
                .header("Link", "<https://api.example/docs/errors#invalid_request>; rel=\"help\"")
                .build();
        String error =
                "{\"body\":{},\"code\":400,\"errorCode\":\"INVALID_REQUEST\",\"message\":\"\",\"suggestion\":\"\","
                        + "\"title\":\"\"}";
        assertThatCode(() -> contract.check(post, refused, error)).doesNotThrowAnyException();
    }

    private static Request.Builder request(String path) {
        return new Request.Builder().url("http://127.0.0.1" + path).header("Authorization", "Bearer a.b.c");
    }

    private static Response response(Request request, int status) {
        return new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(status)
                .message("")
                .header("Content-Type", "application/json")
                .header("Access-Control-Allow-Origin", "*")
                .header("X-Request-Id", "1")
                .build();
    }
}
