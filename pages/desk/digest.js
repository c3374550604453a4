// Digests of a copy, as the service computes them: D31 of its rules, canonical JSON by RFC 8785.

const RANGES = 256;
const AT_ONCE = 500;
const encoder = new TextEncoder();

export function canonical(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

async function sha256(text) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The records of a file, one a line, in batches of [line, record]. */
async function* batches(file, read) {
  const reader = file.stream().pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let rest = "";
  let line = 0;
  let batch = [];
  const take = (text) => {
    line++;
    if (text.trim()) batch.push([line, parsed(text, line)]);
  };
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    read(value.length);
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const text of lines) {
      take(text);
      if (batch.length === AT_ONCE) {
        yield batch;
        batch = [];
      }
    }
  }
  take(rest);
  yield batch;
}

function parsed(text, line) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(`Line ${line} of the file isn't JSON: each line must be one record.`);
  }
  // A snapshot wraps its records, and its last line has a cursor instead.
  const record = read?.variant ?? read;
  if (record === read && read?.changes) return null;
  if (typeof record?.barcode !== "string") throw new Error(`Line ${line} of the file is no record: it has no barcode.`);
  return record;
}

/**
 * The digests of a copy.
 *
 * @param belongs whether a record belongs to what is compared; if not, the file is refused
 * @param read is told how many characters were read
 * @return {count, ranges: [{digest, hashes: Map of barcode to hash}], twice: barcodes}
 */
export async function digests(file, belongs, read) {
  const ranges = Array.from({ length: RANGES }, () => ({ xor: new Uint8Array(32), hashes: new Map() }));
  const twice = [];
  let count = 0;
  for await (const batch of batches(file, read)) {
    await Promise.all(batch.filter(([, record]) => record).map(async ([line, record]) => {
      if (!belongs(record)) throw new Error(`Line ${line} is of company ${record.companyId}, location ${record.locationId}: choose what the file is a copy of.`);
      const [number] = await sha256(record.barcode);
      const hash = await sha256(canonical(record));
      const { xor, hashes } = ranges[number];
      hash.forEach((byte, at) => (xor[at] ^= byte));
      if (hashes.has(record.barcode)) twice.push(record.barcode);
      hashes.set(record.barcode, hex(hash));
      count++;
    }));
  }
  return { count, twice, ranges: ranges.map(({ xor, hashes }) => ({ digest: hex(xor), hashes })) };
}

/** Some records of the file by barcode. */
export async function records(file, wanted) {
  const found = new Map();
  for await (const batch of batches(file, () => {})) {
    for (const [, record] of batch) if (record && wanted.has(record.barcode)) found.set(record.barcode, record);
  }
  return found;
}
