// A reproducible zip of a folder: sorted names, one timestamp, no permissions. `zip(folder, top)` returns
// its bytes; every name in it begins with `top`.
import { Buffer } from "node:buffer";
import { readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import zlib from "node:zlib";

const DAY = ((2026 - 1980) << 9) | (1 << 5) | 1; // 2026-01-01, as MS-DOS writes it
const UTF8 = 0x0800; // names are UTF-8
const DEFLATED = 8;
const VERSION = 20;

/** Files of a folder and the folders in it, by name, parted by `/`. */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

export function zip(folder, top) {
  const [bodies, entries] = [[], []];
  let at = 0;
  for (const path of filesOf(folder)) {
    const bytes = readFileSync(join(folder, path));
    const packed = zlib.deflateRawSync(bytes, { level: 9 });
    const name = Buffer.from(`${top}/${path}`);
    const common = Buffer.alloc(26);
    [VERSION, UTF8, DEFLATED, 0, DAY].forEach((value, index) => common.writeUInt16LE(value, index * 2));
    [crc32(bytes), packed.length, bytes.length].forEach((value, index) => common.writeUInt32LE(value, 10 + index * 4));
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([VERSION, 0]), common, rest, name]));
    bodies.push(local);
    at += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, list, Buffer.from("PK\x05\x06"), end]);
}

// Built into Node since 20.15 and 22.2.
function crc32(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes);
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
