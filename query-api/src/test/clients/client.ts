/** Calls the API with the generated client, and prints what it got. */
import {
  CatalogApi,
  Configuration,
  DeliveriesFromJSON,
  ErrorBodyFromJSON,
  PartnerApi,
  ResponseError,
  VariantsChangedFromJSON,
  WebhookMessageFromJSON,
  WebhookStatusFromJSON,
} from "./generated";

declare const process: { argv: string[]; exitCode: number };
declare const require: (name: string) => { readFileSync(path: string, encoding: string): string };

async function main(): Promise<void> {
  // The generated code sends an OAuth token unchanged.
  const configuration = new Configuration({ basePath: process.argv[2], accessToken: `Bearer ${process.argv[3]}` });

  const partners = new PartnerApi(configuration);
  const partner = await partners.getPartner();
  const changed = await partners.updatePartner({
    partner: { ...partner, partnerName: "by TypeScript" },
    ifMatch: "*",
  });

  const catalog = new CatalogApi(configuration);
  const batchGetRequest = { locationId: 11, barcodes: ["A", "B"] };
  const answer = await catalog.batchGetVariants({ companyId: "10", batchGetRequest });
  let error: string | undefined;
  try {
    await catalog.batchGetVariants({ companyId: "12", batchGetRequest });
  } catch (e) {
    if (!(e instanceof ResponseError)) throw e;
    error = ErrorBodyFromJSON(await e.response.json()).errorCode;
  }

  const scope = { companyId: "10", locationId: "11" };
  let page = await catalog.getVariants({ ...scope, limit: 1 });
  const snapshot = page.variants.map((variant) => variant.barcode);
  while (page.next) {
    page = await catalog.getVariants({ ...scope, cursor: page.next, limit: 1 });
    snapshot.push(...page.variants.map((variant) => variant.barcode));
  }
  const changes = await catalog.getVariantChanges({ ...scope, since: page.changes ?? "" });

  const digest = await catalog.getVariantsDigest(scope);
  const hashed: string[] = [];
  for (const each of digest.ranges ?? []) {
    if (each.count > 0) {
      const ofRange = await catalog.getVariantsDigest({ ...scope, range: each.range });
      hashed.push(...(ofRange.records ?? []).map((record) => record.barcode));
    }
  }

  // What a later version of the service may send.
  const future = JSON.parse(require("fs").readFileSync(process.argv[4], "utf-8"));
  const messages = future.messages.map((each: unknown) => {
    const { type } = WebhookMessageFromJSON(each);
    return type === "variants.changed" ? `${type} ${VariantsChangedFromJSON(each).data.variants[0].barcode}` : type;
  });

  const names = answer.variants.map((variant) => variant.name);
  console.log(
    JSON.stringify({
      partner: partner.partnerId,
      renamed: changed.partnerName,
      names,
      failed: answer.failedBarcodes,
      error,
      snapshot,
      changed: changes.variants.map((variant) => variant.barcode),
      count: digest.count,
      hashed: hashed.sort(),
      code: ErrorBodyFromJSON(future.error).errorCode,
      state: WebhookStatusFromJSON(future.status).state,
      type: DeliveriesFromJSON(future.attempts).deliveries[0].type,
      messages,
    }),
  );
}

main().catch((e) => {
  console.error(e);
  process.exitCode = 1;
});
