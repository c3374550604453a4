import io, json, struct, sys, urllib.request
import avro.io, avro.schema
from confluent_kafka import Producer

kafka, registry, topic, barcode, name = sys.argv[1:]

def get(path):
    with urllib.request.urlopen(f"{registry}/apis/registry/v3/{path}", timeout=10) as answer:
        return answer.read()

content_id = json.loads(get(f"groups/default/artifacts/{topic}-value/versions/branch=latest"))["contentId"]
schema = avro.schema.parse(get(f"ids/contentIds/{content_id}").decode())
defaults = {field.name: field.default for field in schema.fields if field.has_default}

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
