const avro = require("avsc");
const { Kafka, Partitioners } = require("kafkajs");

const [kafka, registry, topic, barcode, name] = process.argv.slice(2);

async function get(path) {
  const answer = await fetch(`${registry}/apis/registry/v3/${path}`);
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
  return answer.json();
}

async function main() {
  const { contentId } = await get(`groups/default/artifacts/${topic}-value/versions/branch=latest`);
  const type = avro.Type.forSchema(await get(`ids/contentIds/${contentId}`));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(contentId, 1);
  const value = Buffer.concat([head, type.toBuffer({ barcode, name })]);
  const producer = new Kafka({ brokers: kafka.split(",") }).producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  await producer.send({ topic, messages: [{ key: barcode, value }] });
  await producer.disconnect();
}

main();
