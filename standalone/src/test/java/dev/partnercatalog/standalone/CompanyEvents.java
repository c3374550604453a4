package dev.partnercatalog.standalone;

/** Events of companies that have one location each, whose id is the next number. */
public final class CompanyEvents {

    private CompanyEvents() {}

    /** A partner that may see everything of the company but display names. */
    public static String partner(String partnerId, String webhookUrl, long company) {
        return """
            {"partnerId": "%s", "partnerName": "n", "enabled": true, "webhook": {"enabled": %s, "url": "%s"},\
             "allowedCompanies": [{"id": "%d", "name": "c", "provider": "cova", "providerId": "p",\
             "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": false,\
             "labels": true}, "locations": [{"id": "%d", "name": "l", "providerId": "q"}]}]}\
            """.formatted(partnerId, !webhookUrl.isEmpty(), webhookUrl, company, company + 1);
    }

    public static String product(String barcode, String name) {
        return "{\"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name);
    }

    public static String listing(long company, String sku, String barcode) {
        return "{\"companyId\": %d, \"locationId\": %d, \"sku\": \"%s\", \"barcode\": \"%s\"}"
                .formatted(company, company + 1, sku, barcode);
    }

    static String unlisted(long company, String sku) {
        return "{\"$delete\": {\"companyId\": %d, \"locationId\": %d, \"sku\": \"%s\"}}"
                .formatted(company, company + 1, sku);
    }
}
