package dev.partnercatalog.cli.publish;

import static dev.partnercatalog.cli.publish.Ndjson.faults;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.conversion.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldFaultTest {

    private static final String PARTNER = "{'partnerId':'p','partnerName':'P','enabled':true,"
            + "'webhook':{'enabled':false,'url':''},'allowedCompanies':[%s]}";

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // the wrong type is not coerced
                "BPD_VARIANTS | {'barcode':5} | barcode | must be text, but is the number 5",
                "BPD_VARIANTS | {'barcode':'b','name':null} | name | must be text, but is null",
                "BPD_VARIANTS | {'barcode':'b','delisted':'true'} | delisted | must be true or false",
                "BPD_VARIANTS | {'barcode':'b','packagedQuantity':1.0} | packagedQuantity | but is the number 1.0",
                "BPD_VARIANTS | {'barcode':'b','packagedQuantity':2147483648} | packagedQuantity | 2147483647",
                "BPD_VARIANTS | {'barcode':'b','unitSize':'3.5'} | unitSize | but is the text \"3.5\"",
                "BPD_VARIANTS | {'barcode':'b','unitSize':1e400} | unitSize | a number within the range of a double",
                "BPD_VARIANTS | {'barcode':'b','thc':'20'} | thc | must be an object, but is the text \"20\"",
                "BPD_VARIANTS | {'barcode':'b','thc':{'avg':20}} | thc.avg | but is the number 20",
                "BPD_VARIANTS | {'barcode':'b','lineages':{}} | lineages | must be an array, but is an object",
                "BPD_VARIANTS | {'barcode':'b','tags':['a',null]} | tags[1] | must be text, but is null",
                "BPD_VARIANTS | {'barcode':'b','assets':[]} | assets | must be an object, but is an array",
                "BPD_VARIANTS | {'barcode':'b','parentProductId':{'string':'x'}} | parentProductId | is an object",
                "COMPANY_OVERRIDES | {'companyId':'5','barcode':'b'} | companyId | must be a whole number, but is the text \"5\"",
                "COMPANY_OVERRIDES | {'companyId':5.0,'barcode':'b'} | companyId | but is the number 5.0",
                "COMPANY_OVERRIDES | {'companyId':1e2,'barcode':'b'} | companyId | must be a whole number",
                "COMPANY_OVERRIDES | {'companyId':9223372036854775808,'barcode':'b'} | companyId | must be a whole number",
                // unknown fields would be lost
                "BPD_VARIANTS | {'barcode':'b','nmae':'x'} | nmae | BpdVariant has no such field",
                "BPD_VARIANTS | {'barcode':'b','thc':{'mean':''}} | thc.mean | Range has no such field",
                "BPD_VARIANTS | {'barcode':'b','assets':{'Product':[{'id':'1','url':'u','alt':''}]}} "
                        + "| assets.Product[0].alt | Asset has no such field",
                "COMPANY_OVERRIDES | {'companyId':1,'barcode':'b','stateCodes':[]} | stateCodes | no such field",
                // required fields
                "BPD_VARIANTS | {} | barcode | is missing",
                "BPD_VARIANTS | {'barcode':'b','assets':{'Product':[{'id':'1'}]}} | assets.Product[0].url | is missing",
                "LOCATION_ATTRIBUTES | {'companyId':1,'barcode':'b'} | locationId | is missing",
                "LOCATION_ATTRIBUTES | {'companyId':1,'barcode':'b','locationId':null} | locationId | is missing",
                "COMPANY_ATTRIBUTES | {'companyId':1,'barcode':'b','locationId':2} | locationId | must be left out",
                "COMPANIES | {'companyId':7,'name':'','provider':'','providerId':'','locations':[{'locationId':1,"
                        + "'name':''}]} | locations[0].providerId | is missing",
                // ids
                "BPD_VARIANTS | {'barcode':''} | barcode | invalid",
                "BPD_VARIANTS | {'barcode':'a b'} | barcode | invalid",
                "LISTINGS | {'companyId':0,'locationId':1,'sku':'s','barcode':'b'} | companyId | invalid",
                "LISTINGS | {'companyId':1,'locationId':9007199254740992,'sku':'s','barcode':'b'} | locationId | invalid",
                "LISTINGS | {'companyId':1,'locationId':1,'sku':'a/b','barcode':'b'} | sku | invalid",
                "LISTINGS | {'companyId':1,'locationId':1,'sku':'s','barcode':'é'} | barcode | invalid",
                "COMPANY_CONFIGS | {'partnerId':'p q','companyId':1} | partnerId | invalid",
                "COMPANIES | {'companyId':7,'name':'','provider':'','providerId':'','locations':[{'locationId':-1,"
                        + "'name':'','providerId':''}]} | locations[0].locationId | invalid",
                "COMPANIES | {'companyId':7,'name':'','provider':'','providerId':'','sharedWithPartnerIds':['a','b/c']}"
                        + " | sharedWithPartnerIds | invalid",
                // D8
                "COMPANY_CONFIGS | {'partnerId':'p','companyId':1,'assetPriority':[{'assetType':'Product','limit':0}]}"
                        + " | assetPriority[0].limit | at least 1",
                "LOCATION_CONFIGS | {'partnerId':'p','companyId':1,'locationId':2,"
                        + "'assetPriority':[{'assetType':'a'},{'assetType':'b','limit':-1}]}"
                        + " | assetPriority[1].limit | at least 1",
                // deletions
                "LISTINGS | {'$delete':{'companyId':1,'locationId':2}} | $delete.sku | is missing",
                "LISTINGS | {'$delete':{'companyId':1,'locationId':2,'sku':'s','barcode':'b'}} | $delete.barcode | no such",
                "LISTINGS | {'$delete':{'companyId':'1','locationId':2,'sku':'s'}} | $delete.companyId | whole number",
                "LISTINGS | {'$delete':'1/2/s'} | $delete | must be an object of companyId, locationId, sku",
                "LISTINGS | {'$delete':null} | $delete | must be an object",
                "LISTINGS | {'$delete':{'companyId':1,'locationId':2,'sku':'s'},'sku':'s'} | $delete | only field",
                "LOCATION_ATTRIBUTES | {'$delete':{'companyId':1,'barcode':'b'}} | $delete.locationId | is missing",
                "COMPANY_ATTRIBUTES | {'$delete':{'companyId':1,'locationId':2,'barcode':'b'}} | $delete.locationId | no such",
                "BPD_VARIANTS | {'$delete':{'barcode':''}} | $delete.barcode | invalid",
                // what many parsers accept
                "BPD_VARIANTS | {'barcode':'b','barcode':'c'} | barcode | is given more than once",
                "BPD_VARIANTS | {'barcode':'b','thc':{'avg':'1','avg':'2'}} | thc.avg | is given more than once",
                "BPD_VARIANTS | {'barcode':'b','assets':{'a':[{'id':'','url':''},{'id':'','url':'','url':''}]}} "
                        + "| assets.a[1].url | is given more than once",
                "BPD_VARIANTS | {'barcode':'b','name':'\\ud800'} | name | half a surrogate pair",
                "BPD_VARIANTS | {'barcode':'b','gradingResults':{'a b':1}} | gradingResults[\"a b\"] | must be text",
                "COMPANY_CONFIGS | {'partnerId':'p','companyId':1,'variantTypePreferences':{'':[1]}} "
                        + "| variantTypePreferences[\"\"][0] | must be text",
            })
    void a_fault_is_named_by_its_field(CatalogTopic topic, String json, String field, String problem) {
        assertThat(faults(topic, json)).singleElement().satisfies(fault -> {
            assertThat(fault.field()).isEqualTo(field);
            assertThat(fault.problem()).contains(problem);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "", "0", "01", "9007199254740992", "-1"})
    void a_partner_names_companies_and_locations_by_ids_in_form(String id) {
        String flags = "{'badges':true,'cannabinoidOverrides':true,'displayNameOverrides':true,'labels':true}";
        String company = "{'id':'%s','name':'','provider':'','providerId':'','allowedFields':" + flags
                + ",'locations':[{'id':'%s','name':'','providerId':''}]}";
        assertThat(faults(CatalogTopic.PARTNERS, PARTNER.formatted(company.formatted("1", id))))
                .extracting(FieldFault::field)
                .containsExactly("allowedCompanies[0].locations[0].id");
        assertThat(faults(CatalogTopic.PARTNERS, PARTNER.formatted(company.formatted(id, "1"))))
                .extracting(FieldFault::field)
                .containsExactly("allowedCompanies[0].id");
    }

    @Test
    void every_fault_of_a_line_is_named_up_to_a_bound() {
        assertThat(faults(CatalogTopic.BPD_VARIANTS, "{'name':1,'brand':2,'x':3}"))
                .extracting(FieldFault::field)
                .containsExactlyInAnyOrder("barcode", "name", "brand", "x");
        assertThat(faults(CatalogTopic.BPD_VARIANTS, "{'barcode':'b','tags':[" + "1,".repeat(999) + "1]}"))
                .hasSize(11)
                .last()
                .hasToString("and 990 more");
    }

    @Test
    void text_of_the_file_is_shown_without_control_characters() {
        assertThat(faults(CatalogTopic.BPD_VARIANTS, "{'barcode':'b','\\u001b[2J\\u202e':1}"))
                .singleElement()
                .extracting(FieldFault::toString)
                .asString()
                .doesNotContain("\u001b", "\u202e");
    }
}
