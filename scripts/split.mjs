// Parts a program in three: what the first answer needs; the rest, which is fetched once that answer stands; and what
// somebody must ask for first, fetched then.
//
// `split(bytes, isLater, isAsked)` takes a WebAssembly module with its names and tests on them. Functions that are meant
// for later, and whatever only they call, move into a second module over the same memory, table and globals, and those
// that are asked for into a third. Where a module calls one of a later part it now calls a stand-in of a few bytes: it
// asks for the next part unless all it needs is there, and goes on through the table. Format: WebAssembly core specification, section 5. No tool that is to be had from a
// package registry does this: binaryen's wasm-split is not in its npm package.
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FEATURES = ["sign-ext", "mutable-globals", "bulk-memory", "bulk-memory-opt", "nontrapping-float-to-int", "reference-types", "multivalue"].map((each) => `--enable-${each}`);
const ID = { custom: 0, type: 1, import: 2, function: 3, table: 4, memory: 5, global: 6, export: 7, element: 9, code: 10, data: 11 };
const FUNCTION = 0;
const TABLE = 1;
const MEMORY = 2;
const GLOBAL = 3;
const FUNCREF = 0x70;
/** Name under which the second module finds the first, and names of what they share. Kept short: they are in the files. */
const FIRST = "p";
const SHARED = { memory: "m", loaded: "l" };
/** The data segment of constants. */
const READ_ONLY = 0;
/** A new segment costs more than so many bytes between two. */
const GAP = 8;
/** The export that asks for the second module. */
const ASK = "need_more";

const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(Math.floor(value / 128))]);
const signed = (value) => {
  const byte = value & 127;
  const rest = value >> 7;
  return (rest === 0 && !(byte & 64)) || (rest === -1 && byte & 64) ? [byte] : [byte | 128, ...signed(rest)];
};
const text = (words) => [...leb(Buffer.byteLength(words)), ...Buffer.from(words)];
const section = (id, content) => Buffer.concat([Buffer.from([id, ...leb(content.length)]), Buffer.from(content)]);
const list = (entries) => Buffer.concat([Buffer.from(leb(entries.length)), ...entries.map((each) => Buffer.from(each))]);

/** Reads numbers and texts of a module one after the other. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    if (this.at >= this.bytes.length) throw new Error("This program ends where more of it should stand.");
    return this.bytes[this.at++];
  }

  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  signed() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return byte & 64 ? value - scale * 128 : value;
    }
  }

  text() {
    const length = this.number();
    return this.bytes.toString("utf8", this.at, (this.at += length));
  }

  limits() {
    const start = this.at;
    const flags = this.byte();
    this.number();
    if (flags & 1) this.number();
    return this.bytes.subarray(start, this.at);
  }

  /** Past a constant expression. */
  constant() {
    const start = this.at;
    for (const each of instructions(this)) if (each.end) break;
    return this.bytes.subarray(start, this.at);
  }
}

/** The instructions from here on: for calls which function they name and where, and numbers that may be an address. */
function* instructions(reader) {
  let depth = 1;
  while (depth > 0) {
    const code = reader.byte();
    let found = {};
    if (code === 0x0b) depth -= 1;
    else if ((code >= 0x02 && code <= 0x04) || code === 0x06) {
      depth += 1;
      reader.number(); // a block's type
    } else if (code === 0x0c || code === 0x0d) reader.number();
    else if (code === 0x0e) for (let n = reader.number(); n >= 0; n -= 1) reader.number();
    else if (code === 0x10 || code === 0x12 || code === 0xd2) {
      const start = reader.at;
      found = { names: reader.number(), start, end_of_name: reader.at, only: code !== 0xd2 };
    } else if (code === 0x11 || code === 0x13) {
      reader.number();
      reader.number();
    } else if (code === 0x1c) for (let n = reader.number(); n > 0; n -= 1) reader.byte();
    else if (code >= 0x20 && code <= 0x26) reader.number();
    else if (code >= 0x28 && code <= 0x3e) {
      reader.number();
      found = { address: reader.number() };
    } else if (code === 0x41) found = { address: reader.signed() >>> 0 };
    else if (code === 0x3f || code === 0x40 || code === 0x42) reader.number();
    else if (code === 0x43) reader.at += 4;
    else if (code === 0x44) reader.at += 8;
    else if (code === 0xd0) reader.number();
    else if (code === 0xfc) {
      const more = reader.number();
      const operands = more < 8 ? 0 : [2, 1, 2, 1, 2, 1, 2, 1, 1, 1][more - 8];
      if (operands === undefined) throw new Error(`This program uses an instruction (fc ${more}) that split.mjs does not know.`);
      for (let n = operands; n > 0; n -= 1) reader.number();
    } else if (!(code <= 0x01 || code === 0x05 || code === 0x0f || code === 0x1a || code === 0x1b || (code >= 0x45 && code <= 0xc4) || code === 0xd1)) {
      throw new Error(`This program uses an instruction (${code.toString(16)}) that split.mjs does not know.`);
    }
    yield { ...found, end: depth === 0 };
  }
}

function read(bytes) {
  const module = { bytes, sections: [], names: new Map(), types: [], functions: [], imported: 0, exports: [], bodies: [], globals: [], tables: [], referred: new Set(), notes: new Map(), segments: [] };
  const reader = new Reader(bytes, 8);
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const length = reader.number();
    const content = bytes.subarray(reader.at, reader.at + length);
    reader.at += length;
    module.sections.push({ id, content });
    const each = new Reader(content);
    const times = (what) => {
      for (let n = each.number(); n > 0; n -= 1) what();
    };
    if (id === ID.custom) {
      const name = each.text();
      if (name === "name") readNames(module, each);
      else module.notes.set(name, content.subarray(each.at));
    } else if (id === ID.type) {
      times(() => {
        if (each.byte() !== 0x60) throw new Error("A type of this program is no function.");
        const parameters = each.number();
        each.at += parameters;
        const results = each.number();
        each.at += results;
        module.types.push(parameters);
      });
    } else if (id === ID.import) {
      times(() => {
        each.text();
        each.text();
        if (each.byte() !== FUNCTION) throw new Error("This program imports something that is no function.");
        module.functions.push(each.number());
      });
      module.imported = module.functions.length;
    } else if (id === ID.function) times(() => module.functions.push(each.number()));
    else if (id === ID.table) {
      times(() => {
        const kind = each.byte();
        const limits = new Reader(each.limits());
        const flags = limits.byte();
        module.tables.push({ kind, least: limits.number(), most: flags & 1 ? limits.number() : undefined });
      });
      // That of functions; wasm-bindgen keeps what JavaScript handed over in another.
      module.calls = module.tables.findIndex((table) => table.kind === FUNCREF);
    } else if (id === ID.memory) {
      each.number();
      module.memory = each.limits();
    } else if (id === ID.global) {
      times(() => {
        const [kind, changes] = [each.byte(), each.byte()];
        each.constant();
        module.globals.push([kind, changes]);
      });
    } else if (id === ID.export) times(() => module.exports.push({ name: each.text(), kind: each.byte(), index: each.number() }));
    else if (id === ID.element) readElements(module, each);
    else if (id === ID.code) {
      times(() => {
        const size = each.number();
        module.bodies.push(content.subarray(each.at, each.at + size));
        each.at += size;
      });
    } else if (id === ID.data) {
      times(() => {
        if (each.number() !== 0 || each.byte() !== 0x41) throw new Error("This program has a data segment that split.mjs does not know.");
        const address = each.signed();
        each.byte();
        const size = each.number();
        module.segments.push({ address, at: each.at, bytes: content.subarray(each.at, each.at + size) });
        each.at += size;
      });
    } else if (id === 8) throw new Error("This program has a start function.");
  }
  return module;
}

function readNames(module, reader) {
  while (reader.at < reader.bytes.length) {
    const kind = reader.byte();
    const end = reader.number() + reader.at;
    if (kind === 1) for (let n = reader.number(); n > 0; n -= 1) module.names.set(reader.number(), reader.text());
    reader.at = end;
  }
}

/** Functions that stand in the table: anybody may call them. */
function readElements(module, reader) {
  for (let n = reader.number(); n > 0; n -= 1) {
    const flags = reader.number();
    if (flags & 1) throw new Error("This program has an element segment that split.mjs does not know.");
    if (flags & 2) reader.number();
    reader.constant();
    if (flags & 2) reader.byte();
    for (let m = reader.number(); m > 0; m -= 1) {
      if (flags & 4) for (const each of instructions(reader)) module.referred.add(each.names);
      else module.referred.add(reader.number());
    }
  }
}

function pastLocals(reader) {
  for (let n = reader.number(); n > 0; n -= 1) {
    reader.number();
    reader.byte();
  }
}

/** The instructions of a body, past its local variables. */
function* inBody(body) {
  const reader = new Reader(body);
  pastLocals(reader);
  yield* instructions(reader);
}

// What the linker notes with --emit-relocs (build.rs): tool conventions of WebAssembly, "Linking".
const NOTE = { symbols: 8, data: 1, section: 3, undefined: 0x10, named: 0x40, address_in_code: [3, 4], address_in_data: 5, with_addend: [3, 4, 5, 8, 9, 11, 14, 15, 16, 17, 21, 22, 23] };

/** The symbols that the linker placed; of data: segment, place in it, size. */
function symbolsOf({ notes, segments }) {
  if (!notes.has("linking")) throw new Error("The program does not say where its constants are: build.rs asks the linker for that.");
  const reader = new Reader(notes.get("linking"));
  const symbols = [];
  reader.number(); // version
  while (reader.at < reader.bytes.length) {
    const kind = reader.byte();
    const end = reader.number() + reader.at;
    for (let n = kind === NOTE.symbols ? reader.number() : 0; n > 0; n -= 1) {
      const what = reader.byte();
      const flags = reader.number();
      const here = !(flags & NOTE.undefined);
      const symbol = {};
      if (what === NOTE.data) {
        reader.text();
        if (here) {
          Object.assign(symbol, { segment: reader.number(), offset: reader.number(), size: reader.number(), names: new Set() });
          symbol.address = segments[symbol.segment].address + symbol.offset;
        }
      } else {
        reader.number();
        if (what !== NOTE.section && (here || flags & NOTE.named)) reader.text();
      }
      symbols.push(symbol);
    }
    reader.at = end;
  }
  return symbols;
}

function* relocations({ notes }, section) {
  const reader = new Reader(notes.get(section));
  reader.number(); // which section
  for (let n = reader.number(); n > 0; n -= 1) {
    const type = reader.byte();
    yield { type, at: reader.number(), symbol: reader.number(), addend: NOTE.with_addend.includes(type) ? reader.signed() : 0 };
  }
}

/**
 * The read-only data that only leaving functions reach, as ranges of addresses. What a function reaches follows from
 * the numbers in it: the linker says which of them are the address of what, and which data names which.
 */
function dataLeaving(module, gone) {
  const symbols = symbolsOf(module);
  const data = symbols.filter((each) => each.size > 0);
  const at = new Map();
  for (const { type, symbol, addend } of relocations(module, "reloc.CODE")) {
    if (!NOTE.address_in_code.includes(type)) continue;
    const address = symbols[symbol].address + addend;
    at.set(address, (at.get(address) ?? new Set()).add(symbols[symbol]));
  }
  const holders = module.segments.map(({ bytes }) => Array.from({ length: bytes.length }));
  for (const each of data) for (let n = 0; n < each.size; n += 1) (holders[each.segment][each.offset + n] ??= []).push(each);
  for (const { type, at: place, symbol, addend } of relocations(module, "reloc.DATA")) {
    if (type !== NOTE.address_in_data) continue;
    const segment = module.segments.findLastIndex((each) => each.at <= place);
    const offset = place - module.segments[segment].at;
    if (module.segments[segment].bytes.readUInt32LE(offset) !== symbols[symbol].address + addend) throw new Error("The linker's notes on data do not fit the data.");
    for (const holder of holders[segment][offset] ?? []) holder.names.add(symbols[symbol]);
  }
  const away = new Set(gone);
  const reached = new Set(data.filter((each) => each.segment !== READ_ONLY));
  module.bodies.forEach((body, place) => {
    if (away.has(place + module.imported)) return;
    for (const { address } of inBody(body)) for (const each of at.get(address) ?? []) reached.add(each);
  });
  for (const each of reached) for (const next of each.names ?? []) reached.add(next);
  const { address, bytes } = module.segments[READ_ONLY];
  const ranges = [];
  for (let n = 0; n < bytes.length; n += 1) {
    const owners = holders[READ_ONLY][n];
    if (!owners || owners.some((each) => reached.has(each))) continue;
    const last = ranges.at(-1);
    if (last && last.end === address + n) last.end += 1;
    else ranges.push({ start: address + n, end: address + n + 1 });
  }
  return ranges;
}

/** Which defined functions go, by index: those of the test, and whatever only they call. */
function leaving(module, isLater) {
  const { imported, bodies, names, referred } = module;
  const open = new Set([...referred, ...module.exports.filter((each) => each.kind === FUNCTION).map((each) => each.index)]);
  const callers = new Map();
  bodies.forEach((body, place) => {
    for (const { names: callee } of inBody(body)) {
      if (callee === undefined) continue;
      if (!callers.has(callee)) callers.set(callee, new Set());
      callers.get(callee).add(imported + place);
    }
  });
  const exported = new Set(module.exports.filter((each) => each.kind === FUNCTION).map((each) => each.index));
  const all = bodies.map((_, place) => imported + place);
  const gone = new Set(all.filter((index) => isLater(names.get(index) ?? "")));
  for (let before = -1; before !== gone.size; ) {
    before = gone.size;
    for (const index of all) {
      const from = callers.get(index);
      if (!gone.has(index) && !open.has(index) && from && [...from].every((caller) => gone.has(caller) || caller === index)) gone.add(index);
    }
  }
  // Called from what stays, or from anywhere: these need a stand-in.
  const entries = [...gone].filter((index) => open.has(index) || [...(callers.get(index) ?? [])].some((caller) => !gone.has(caller)));
  return { gone: [...gone].sort((a, b) => a - b), entries: entries.sort((a, b) => a - b) };
}

/** A stand-in: asks for one part after the other while fewer have joined than it `needs`, then goes through the table. */
function standIn(module, index, slot, needs, { ask, loaded }) {
  const type = module.functions[index];
  const pass = Array.from({ length: module.types[type] }, (_, n) => [0x20, ...leb(n)]).flat();
  const asked = needs.flatMap((joined) => [0x23, ...leb(loaded), 0x41, ...signed(joined), 0x46, 0x04, 0x40, 0x10, ...leb(ask), 0x0b]);
  const body = [0, ...asked, ...pass, 0x41, ...signed(slot), 0x11, ...leb(type), ...leb(module.calls), 0x0b];
  return [...leb(body.length), ...body];
}

/** A body whose calls name functions by their place in a later module. */
function moved(body, place) {
  const parts = [];
  let at = 0;
  for (const { names, start, end_of_name: end } of inBody(body)) {
    if (names === undefined || !place.has(names)) continue;
    parts.push(body.subarray(at, start), Buffer.from(leb(place.get(names))));
    at = end;
  }
  const bytes = Buffer.concat([...parts, body.subarray(at)]);
  return [...leb(bytes.length), ...bytes];
}

/** The tables, that of functions with so many more places. */
function withRoom(module, more) {
  return module.tables.map(({ kind, least, most }, index) => {
    const extra = index === module.calls ? more : 0;
    return most === undefined ? [kind, 0, ...leb(least + extra)] : [kind, 1, ...leb(least + extra), ...leb(most + extra)];
  });
}

/**
 * A later module: the functions of `part`, stand-ins for those of the part behind it that none before calls, and the
 * constants that only it reaches. `wanted`: exports by name that the part behind it asks for.
 */
function laterOf(module, part, wanted) {
  const total = module.functions.length;
  const own = [...part.gone, ...part.standsFor.keys()];
  const place = new Map(own.map((index, n) => [index, total + n]));
  const { tables, memory, globals } = module;
  const sized = withRoom(module, part.room);
  const types = module.sections.find((each) => each.id === ID.type).content;
  const imports = [
    ...module.functions.map((type, index) => [...text(FIRST), ...text(`f${index}`), FUNCTION, ...leb(type)]),
    ...sized.map((table, index) => [...text(FIRST), ...text(`t${index}`), TABLE, ...table]),
    [...text(FIRST), ...text(SHARED.memory), MEMORY, ...memory],
    ...globals.map(([kind, changes], index) => [...text(FIRST), ...text(`g${index}`), GLOBAL, kind, changes]),
    [...text(FIRST), ...text(SHARED.loaded), GLOBAL, 0x7f, 1],
  ];
  const names = own.filter((index) => wanted.has(`f${index}`));
  const exports = names.map((index) => [...text(`f${index}`), FUNCTION, ...leb(place.get(index))]);
  const from = [0x41, ...signed(part.slots), 0x0b];
  const who = [...leb(part.entries.length), ...part.entries.flatMap((index) => leb(place.get(index)))];
  const slots = [module.calls === 0 ? [0, ...from, ...who] : [2, ...leb(module.calls), ...from, 0, ...who]];
  const bodies = [
    ...part.gone.map((index) => moved(module.bodies[index - module.imported], place)),
    ...[...part.standsFor].map(([index, slot]) => standIn(module, index, slot, [1], { ask: askOf(module), loaded: globals.length })),
  ];
  return Buffer.concat([
    module.bytes.subarray(0, 8),
    section(ID.type, types),
    section(ID.import, list(imports)),
    section(ID.function, list(own.map((index) => leb(module.functions[index])))),
    section(ID.export, list(exports)),
    section(ID.element, list(slots)),
    section(ID.code, list(bodies)),
    section(ID.data, list(segmentsOf(module, part.ranges))),
  ]);
}

/** The function by which a stand-in asks for the next part. */
function askOf(module) {
  const ask = module.exports.find((each) => each.name === ASK);
  if (!ask) throw new Error(`The program does not export ${ASK}.`);
  return ask.index;
}

/** Segments that write what stands at these addresses, and what constants stand in small gaps between them. */
function segmentsOf({ segments }, ranges) {
  const { address, bytes } = segments[READ_ONLY];
  const joined = [];
  for (const { start, end } of ranges) {
    const last = joined.at(-1);
    if (last && start - last.end <= GAP) last.end = end;
    else joined.push({ start, end });
  }
  return joined.map(({ start, end }) => [0, 0x41, ...signed(start), 0x0b, ...leb(end - start), ...bytes.subarray(start - address, end - address)]);
}

/** The first module. `standsFor`: what it has stand-ins for, with the slot in the table and when they ask. */
function firstOf(module, { gone, standsFor, room, ranges }, wanted) {
  const loaded = module.globals.length;
  const asking = { ask: askOf(module), loaded };
  const away = new Set(gone);
  const bodies = module.bodies.map((body, n) => {
    const index = n + module.imported;
    const stand = standsFor.get(index);
    if (stand) return standIn(module, index, stand.slot, stand.needs, asking);
    if (away.has(index)) return [3, 0, 0x00, 0x0b]; // nobody calls it: unreachable, and taken out below
    return [...leb(body.length), ...body];
  });
  const shared = [[SHARED.memory, MEMORY, 0], [SHARED.loaded, GLOBAL, loaded]];
  for (const name of wanted) {
    const kind = { f: FUNCTION, g: GLOBAL, t: TABLE }[name[0]];
    if (kind !== undefined) shared.push([name, kind, Number(name.slice(1))]);
  }
  const entry = (name, kind, index) => [...text(name), kind, ...leb(index)];
  const sections = module.sections.filter(({ id, content }) => id !== ID.custom || !/^[^](?:linking|reloc)/.test(content.toString("latin1", 0, 16))).map(({ id, content }) => {
    if (id === ID.table) return section(id, list(withRoom(module, room)));
    if (id === ID.global) {
      const count = new Reader(content);
      count.number();
      return section(id, Buffer.concat([Buffer.from(leb(loaded + 1)), content.subarray(count.at), Buffer.from([0x7f, 1, 0x41, 0, 0x0b])]));
    }
    if (id === ID.export) return section(id, list([...module.exports.map((each) => entry(each.name, each.kind, each.index)), ...shared.map((each) => entry(...each))]));
    if (id === ID.code) return section(id, list(bodies));
    if (id === ID.data) return section(id, without(content, module.segments[READ_ONLY], ranges));
    return section(id, content);
  });
  return Buffer.concat([module.bytes.subarray(0, 8), ...sections]);
}

/** Zeros at these addresses: wasm-opt leaves them out. */
function without(content, { address, at }, ranges) {
  const left = Buffer.from(content);
  for (const { start, end } of ranges) left.fill(0, at + start - address, at + end - address);
  return left;
}

/** Optimises a part for size, and takes out what nobody needs, and names. Done before, it would have undone the parting: what has one caller is put into it. */
function pruned(bytes) {
  const folder = mkdtempSync(join(tmpdir(), "split-"));
  try {
    const [from, to] = [join(folder, "in.wasm"), join(folder, "out.wasm")];
    writeFileSync(from, bytes);
    execFileSync("wasm-opt", [from, "-o", to, ...FEATURES, "-Oz", "--converge", "--skip-pass=memory-packing", ...(process.env.SPLIT_NAMES ? ["-g"] : ["--strip-debug"]), "--strip-producers", "--strip-target-features"]);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The test of scripts/later.txt or scripts/asked.txt: on names of our own functions, or behind `any:` of any. Equal code
 * has one name: what a list of ours is worked on with may work on any, so a name that is not ours wants a look at who
 * else calls it.
 */
export function listed(lines) {
  const own = [];
  const any = [];
  for (const line of lines.split("\n").filter((each) => each && !each.startsWith("#"))) {
    if (line.startsWith("any: ")) any.push(line.slice(5));
    else own.push(line);
  }
  const [ours, others] = [new RegExp(`^(?=<*(?:rack_or_rent|engine)::).*(?:${own.join("|")})`), new RegExp(any.join("|") || "^$")];
  return (name) => {
    const words = name.replace(/\[[0-9a-f]+\]/g, "");
    return ours.test(words) || others.test(words);
  };
}

/**
 * The program with a flag for each function that says whether it was called, as globals `c0`, `c1`, ... of its exports,
 * and the functions in that order: name, bytes, whether it leaves the first part. For scripts/called.mjs.
 */
export function marked(bytes, isLater) {
  const module = read(bytes);
  const flags = module.globals.length;
  const gone = new Set(leaving(module, isLater).gone);
  const bodies = module.bodies.map((body, n) => {
    const reader = new Reader(body);
    pastLocals(reader);
    const whole = Buffer.concat([body.subarray(0, reader.at), Buffer.from([0x41, 1, 0x24, ...leb(flags + n)]), body.subarray(reader.at)]);
    return [...leb(whole.length), ...whole];
  });
  const zero = [0x7f, 1, 0x41, 0, 0x0b];
  const sections = module.sections.map(({ id, content }) => {
    if (id === ID.global) {
      const count = new Reader(content);
      count.number();
      return section(id, Buffer.concat([Buffer.from(leb(flags + bodies.length)), content.subarray(count.at), Buffer.from(bodies.flatMap(() => zero))]));
    }
    if (id === ID.export) {
      const named = module.exports.map((each) => [...text(each.name), each.kind, ...leb(each.index)]);
      return section(id, list([...named, ...bodies.map((_, n) => [...text(`c${n}`), GLOBAL, ...leb(flags + n)])]));
    }
    return section(id, id === ID.code ? list(bodies) : content);
  });
  const functions = module.bodies.map((body, n) => ({ name: module.names.get(n + module.imported) ?? "", bytes: body.length, later: gone.has(n + module.imported) }));
  return { bytes: Buffer.concat([bytes.subarray(0, 8), ...sections]), functions };
}

/**
 * The three modules, and how many functions and bytes of constants each later one took. A name that the tests get is a
 * function's as rustc and wasm-bindgen wrote it.
 */
export function split(bytes, isLater, isAsked) {
  const module = read(bytes);
  if (module.names.size === 0) throw new Error("The program has no names of functions: it cannot be parted.");
  const asked = leaving(module, isAsked);
  const away = leaving(module, (name) => isLater(name) || isAsked(name));
  const inThird = new Set(asked.gone);
  const inSecond = new Set(away.gone.filter((index) => !inThird.has(index)));
  if (inSecond.size === 0 || inThird.size === 0) throw new Error("A part has no function: the names in scripts/later.txt or scripts/asked.txt no longer fit.");
  // What the first part, or anybody through the table, calls of the others.
  const fromFirst = new Set(away.entries);
  const entries = { second: [...inSecond].filter((index) => fromFirst.has(index)), third: asked.entries };
  const [slots, room] = [module.tables[module.calls].least, entries.second.length + entries.third.length];
  const slotOfThird = new Map(entries.third.map((index, n) => [index, slots + entries.second.length + n]));
  const ranges = dataLeaving(module, away.gone);
  const rangesOfThird = dataLeaving(module, asked.gone);

  const third = pruned(laterOf(module, { gone: asked.gone, entries: entries.third, slots: slots + entries.second.length, room, standsFor: new Map(), ranges: rangesOfThird }, new Set()));
  const wantedByThird = importsOf(third);
  const second = pruned(laterOf(module, {
    gone: [...inSecond].sort((a, b) => a - b),
    entries: entries.second,
    slots,
    room,
    standsFor: new Map([...slotOfThird].filter(([index]) => !fromFirst.has(index))),
    ranges: apart(ranges, rangesOfThird),
  }, new Set(wantedByThird)));
  const standsFor = new Map([
    ...entries.second.map((index, n) => [index, { slot: slots + n, needs: [0] }]),
    ...[...slotOfThird].filter(([index]) => fromFirst.has(index)).map(([index, slot]) => [index, { slot, needs: [0, 1] }]),
  ]);
  const fromSecond = (name) => name[0] === "f" && inSecond.has(Number(name.slice(1)));
  const wanted = new Set([...importsOf(second), ...wantedByThird.filter((name) => !fromSecond(name))]);
  const first = pruned(firstOf(module, { gone: away.gone, standsFor, room, ranges }, wanted));
  const size = (some) => some.reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    first,
    second: { bytes: second, moved: inSecond.size, entries: entries.second.length, data: size(ranges) - size(rangesOfThird) },
    third: { bytes: third, moved: inThird.size, entries: entries.third.length, data: size(rangesOfThird) },
  };
}

const importsOf = (bytes) => WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map((each) => each.name);

/** The ranges without those of others, which lie within them. */
function apart(ranges, others) {
  const left = [];
  for (const { start, end } of ranges) {
    let from = start;
    for (const other of others.filter((each) => each.start >= start && each.end <= end)) {
      if (other.start > from) left.push({ start: from, end: other.start });
      from = other.end;
    }
    if (from < end) left.push({ start: from, end });
  }
  return left;
}
