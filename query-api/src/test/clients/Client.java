import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CatalogApi;
import org.openapitools.client.api.CatalogApi.APIBatchGetVariantsRequest;
import org.openapitools.client.api.CatalogApi.APIGetVariantChangesRequest;
import org.openapitools.client.api.CatalogApi.APIGetVariantsDigestRequest;
import org.openapitools.client.api.CatalogApi.APIGetVariantsRequest;
import org.openapitools.client.api.PartnerApi;
import org.openapitools.client.api.PartnerApi.APIGetPartnerRequest;
import org.openapitools.client.api.PartnerApi.APIUpdatePartnerRequest;
import org.openapitools.client.model.BatchGetRequest;
import org.openapitools.client.model.BatchGetResponse;
import org.openapitools.client.model.Deliveries;
import org.openapitools.client.model.Digest;
import org.openapitools.client.model.ErrorBody;
import org.openapitools.client.model.Partner;
import org.openapitools.client.model.RangeDigest;
import org.openapitools.client.model.Variant;
import org.openapitools.client.model.VariantChanges;
import org.openapitools.client.model.VariantsChanged;
import org.openapitools.client.model.VariantsPage;
import org.openapitools.client.model.WebhookMessage;
import org.openapitools.client.model.WebhookStatus;

/** Calls the API with the generated client, and prints what it receives. A parameter that is added changes no call. */
final class Client {

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + arguments[1]));
        Map<String, Object> got = new TreeMap<>();

        PartnerApi partners = new PartnerApi(client);
        Partner partner = partners.getPartner(APIGetPartnerRequest.newBuilder().build());
        got.put("partner", partner.getPartnerId());
        partner.setPartnerName("by Java");
        got.put("renamed", partners.updatePartner(APIUpdatePartnerRequest.newBuilder()
                        .partner(partner)
                        .ifMatch("*")
                        .build())
                .getPartnerName());

        CatalogApi catalog = new CatalogApi(client);
        BatchGetRequest batch = new BatchGetRequest().locationId(11L).barcodes(List.of("A", "B"));
        BatchGetResponse answer = catalog.batchGetVariants(batch("10", batch));
        got.put("names", answer.getVariants().stream().map(Variant::getName).toList());
        got.put("failed", answer.getFailedBarcodes());
        try {
            catalog.batchGetVariants(batch("12", batch));
        } catch (ApiException e) {
            ErrorBody error = client.getObjectMapper().readValue(e.getResponseBody(), ErrorBody.class);
            got.put("error", error.getErrorCode());
        }

        List<String> snapshot = new ArrayList<>();
        VariantsPage page = catalog.getVariants(pages().build());
        while (page.getNext() != null) {
            page.getVariants().forEach(variant -> snapshot.add(variant.getBarcode()));
            page = catalog.getVariants(pages().cursor(page.getNext()).build());
        }
        page.getVariants().forEach(variant -> snapshot.add(variant.getBarcode()));
        got.put("snapshot", snapshot);
        VariantChanges changes = catalog.getVariantChanges(APIGetVariantChangesRequest.newBuilder()
                .companyId("10")
                .locationId("11")
                .since(page.getChanges())
                .build());
        got.put("changed", changes.getVariants().stream().map(Variant::getBarcode).toList());

        Digest digest = catalog.getVariantsDigest(digest().build());
        got.put("count", digest.getCount());
        List<String> hashed = new ArrayList<>();
        for (RangeDigest range : digest.getRanges()) {
            if (range.getCount() > 0) {
                Digest ofRange = catalog.getVariantsDigest(digest().range(range.getRange()).build());
                ofRange.getRecords().forEach(hash -> hashed.add(hash.getBarcode()));
            }
        }
        got.put("hashed", hashed.stream().sorted().toList());

        // What a later version of the service may send.
        ObjectMapper mapper = client.getObjectMapper();
        JsonNode future = mapper.readTree(new File(arguments[2]));
        got.put("code", mapper.treeToValue(future.get("error"), ErrorBody.class).getErrorCode());
        got.put("state", mapper.treeToValue(future.get("status"), WebhookStatus.class).getState());
        got.put("type", mapper.treeToValue(future.get("attempts"), Deliveries.class).getDeliveries().get(0).getType());
        List<String> messages = new ArrayList<>();
        for (JsonNode each : future.get("messages")) {
            WebhookMessage message = mapper.treeToValue(each, WebhookMessage.class);
            messages.add(
                    message.getType().equals("variants.changed")
                            ? message.getType() + " "
                                    + mapper.treeToValue(each, VariantsChanged.class)
                                            .getData()
                                            .getVariants()
                                            .get(0)
                                            .getBarcode()
                            : message.getType());
        }
        got.put("messages", messages);
        System.out.println(new ObjectMapper().writeValueAsString(got));
    }

    private static APIBatchGetVariantsRequest batch(String companyId, BatchGetRequest batch) {
        return APIBatchGetVariantsRequest.newBuilder()
                .companyId(companyId)
                .batchGetRequest(batch)
                .build();
    }

    private static APIGetVariantsRequest.Builder pages() {
        return APIGetVariantsRequest.newBuilder()
                .companyId("10")
                .locationId("11")
                .limit(1);
    }

    private static APIGetVariantsDigestRequest.Builder digest() {
        return APIGetVariantsDigestRequest.newBuilder().companyId("10").locationId("11");
    }
}
