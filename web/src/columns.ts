/** Named arrays in one file: safetensors, compressed by gzip. */

export interface Columns {
  about: Record<string, unknown>;
  numbers(name: string, length?: number): Uint8Array | Uint16Array | Uint32Array | Float32Array;
  has(name: string): boolean;
}

const KINDS = { U8: Uint8Array, U16: Uint16Array, U32: Uint32Array, F32: Float32Array };

interface Entry {
  dtype: keyof typeof KINDS;
  shape: number[];
  data_offsets: [number, number];
}

export async function readColumns(data: Uint8Array, source: string): Promise<Columns> {
  const plain = await unzip(data, source);
  let header: Record<string, Entry> & { __metadata__: { about: string } };
  let about: Record<string, unknown>;
  const length =
    plain.length < 8 ? Infinity : Number(new DataView(plain.buffer, plain.byteOffset).getBigUint64(0, true));
  try {
    if (8 + length > plain.length) throw new Error("its header is longer than the file");
    header = JSON.parse(new TextDecoder().decode(plain.subarray(8, 8 + length)));
    about = JSON.parse(header.__metadata__.about);
  } catch (error) {
    throw new Error(`${source} holds no quadric columns: ${(error as Error).message}.`);
  }
  const has = (name: string) => Object.hasOwn(header, name);
  return {
    about,
    has,
    numbers(name, expected) {
      if (!has(name)) throw new Error(`${source} lacks ${name}; write the gallery again.`);
      const {
        dtype,
        data_offsets: [from, to],
      } = header[name];
      const Kind = KINDS[dtype];
      if (!Kind || !(from >= 0 && to >= from && 8 + length + to <= plain.length)) {
        throw new Error(`${source} is damaged: ${name} does not fit into it.`);
      }
      // A copy starts at zero, so it is aligned whatever stands before it.
      const numbers = new Kind(plain.slice(8 + length + from, 8 + length + to).buffer);
      if (expected !== undefined && numbers.length !== expected) {
        throw new Error(
          `${source} is damaged: ${name} has ${numbers.length} entries where ${expected} were due.`,
        );
      }
      return numbers;
    },
  };
}

async function unzip(data: Uint8Array, source: string): Promise<Uint8Array> {
  const stream = new Blob([data as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error(
      `${source} is damaged or truncated (${data.length.toLocaleString("en")} bytes arrived); copy it again.`,
    );
  }
}
