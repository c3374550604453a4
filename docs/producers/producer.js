const fs = require("fs");
const path = require("path");
const avro = require("avsc");
const { Kafka, Partitioners } = require("kafkajs");

const [kafka, registry, topic, barcode, name] = process.argv.slice(2);
const schema = fs.readFileSync(path.join(__dirname, "bpd-variants.avsc"), "utf8");
const type = avro.Type.forSchema(JSON.parse(schema));

async function findContentId() {
  const response = await fetch(`${registry}/apis/registry/v3/groups/default/artifacts?ifExists=FIND_OR_CREATE_VERSION`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      artifactId: `${topic}-value`,
      artifactType: "AVRO",
      firstVersion: { content: { content: schema, contentType: "application/json" } },
    }),
  });
  if (!response.ok) throw new Error(`the registry refused the schema: ${await response.text()}`);
  return (await response.json()).version.contentId;
}

async function main() {
  const record = { barcode, name };
  // Without this check, fields that the schema doesn't have would be left out.
  if (!type.isValid(record, { noUndeclaredFields: true })) throw new Error(`${barcode} doesn't fit the schema`);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(await findContentId(), 1);
  const value = Buffer.concat([head, type.toBuffer(record)]);
  const producer = new Kafka({ brokers: kafka.split(",") }).producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  await producer.send({ topic, messages: [{ key: barcode, value }] });
  await producer.disconnect();
}

main();
