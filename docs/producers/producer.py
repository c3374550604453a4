import io, json, pathlib, struct, sys, urllib.request
import avro.io, avro.schema
from confluent_kafka import Producer

kafka, registry, topic, barcode, name = sys.argv[1:]

text = pathlib.Path(__file__).with_name("bpd-variants.avsc").read_text(encoding="utf-8")
schema = avro.schema.parse(text)
defaults = {field.name: field.default for field in schema.fields if field.has_default}

def find_content_id():
    artifact = {"artifactId": f"{topic}-value", "artifactType": "AVRO",
                "firstVersion": {"content": {"content": text, "contentType": "application/json"}}}
    request = urllib.request.Request(
        f"{registry}/apis/registry/v3/groups/default/artifacts?ifExists=FIND_OR_CREATE_VERSION",
        json.dumps(artifact).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)["version"]["contentId"]

content_id = find_content_id()

def value(record):
    out = io.BytesIO()
    out.write(struct.pack(">BI", 0, content_id))
    avro.io.DatumWriter(schema).write(defaults | record, avro.io.BinaryEncoder(out))
    return out.getvalue()

def delivered(fault, message):
    if fault is not None:
        sys.exit(f"{message.key()} was not published: {fault}")

producer = Producer({"bootstrap.servers": kafka, "enable.idempotence": True})
producer.produce(topic, key=barcode, value=value({"barcode": barcode, "name": name}), on_delivery=delivered)
producer.flush()
