"""Calls the API with the generated client, and prints what it got."""

import json
import sys

import openapi_client
from openapi_client.models import BatchGetRequest, Deliveries, ErrorBody, VariantsChanged, WebhookMessage, WebhookStatus

client = openapi_client.ApiClient(openapi_client.Configuration(host=sys.argv[1], access_token=sys.argv[2]))
got = {}

partners = openapi_client.PartnerApi(client)
partner = partners.get_partner()
got["partner"] = partner.partner_id
partner.partner_name = "by Python"
got["renamed"] = partners.update_partner(partner, if_match="*").partner_name

catalog = openapi_client.CatalogApi(client)
batch = BatchGetRequest(location_id=11, barcodes=["A", "B"])
answer = catalog.batch_get_variants("10", batch)
got["names"] = [variant.name for variant in answer.variants]
got["failed"] = answer.failed_barcodes
try:
    catalog.batch_get_variants("12", batch)
except openapi_client.ApiException as e:
    got["error"] = ErrorBody.from_json(e.body).error_code

got["snapshot"] = []
page = catalog.get_variants("10", "11", limit=1)
while page.next:
    got["snapshot"] += [variant.barcode for variant in page.variants]
    page = catalog.get_variants("10", "11", cursor=page.next, limit=1)
got["snapshot"] += [variant.barcode for variant in page.variants]
changes = catalog.get_variant_changes("10", "11", page.changes)
got["changed"] = [variant.barcode for variant in changes.variants]

digest = catalog.get_variants_digest("10", "11")
got["count"] = digest.count
got["hashed"] = sorted(
    record.barcode
    for each in digest.ranges
    if each.count > 0
    for record in catalog.get_variants_digest("10", "11", range=each.range).records
)

# What a later version of the service may send.
with open(sys.argv[3], encoding="utf-8") as file:
    future = json.load(file)
got["code"] = ErrorBody.from_dict(future["error"]).error_code
got["state"] = WebhookStatus.from_dict(future["status"]).state
got["type"] = Deliveries.from_dict(future["attempts"]).deliveries[0].type
got["messages"] = []
for each in future["messages"]:
    type = WebhookMessage.from_dict(each).type
    changed = VariantsChanged.from_dict(each) if type == "variants.changed" else None
    got["messages"].append(f"{type} {changed.data.variants[0].barcode}" if changed else type)
print(json.dumps(got))
