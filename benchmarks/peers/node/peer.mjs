// Runs a connector on V8 with Node's WASI, as a peer in Airlock's side-by-side report.
//
//   node peer.mjs STREAMS once MODULE DOCUMENT    one call; prints the answer
//   node peer.mjs STREAMS serve MODULE DOCUMENT   loads the module and does what it is told on standard input
//   node peer.mjs STREAMS begin MODULE DOCUMENT   loads the module, makes its first calls and says how long they took
//
// STREAMS says how a call's standard input and output are supplied: "files", as Node's WASI has it, or "memory", which
// replaces fd_read and fd_write for these. The module is compiled once, and each call runs in a fresh instance.
// benchmarks/README.md describes the protocol.
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WASI } from 'node:wasi';
import { Worker, isMainThread, parentPort, threadId, workerData } from 'node:worker_threads';

const NANOS_PER_MILLI = 1e6;
const BADF = 8;
const FIRST_CALLS = 100;
const started = performance.now();

// The calls of one module on one thread.
class Guest {
  constructor(module, streams) {
    this.module = module;
    this.streams = streams;
    this.stubs = {};
    for (const wanted of WebAssembly.Module.imports(module)) {
      if (wanted.module !== 'wasi_snapshot_preview1') {
        const functions = (this.stubs[wanted.module] ??= {});
        functions[wanted.name] = () => {
          throw new Error(`${wanted.name} was called`);
        };
      }
    }
  }

  call() {
    return this.streams.call((descriptors, overrides) => {
      const wasi = new WASI({ version: 'preview1', args: ['connector'], env: {}, returnOnExit: true, ...descriptors });
      const imports = { ...this.stubs, wasi_snapshot_preview1: { ...wasi.wasiImport, ...overrides } };
      const instance = new WebAssembly.Instance(this.module, imports);
      overrides.bind?.(instance.exports.memory);
      wasi.start(instance);
    });
  }
}

// Standard streams in files, opened for each call: Node's WASI goes on where the descriptor stands.
class FileStreams {
  constructor(document, folder) {
    this.input = join(folder, `in-${threadId}`);
    writeFileSync(this.input, document);
    this.output = join(folder, `out-${threadId}`);
    this.errors = openSync(join(folder, `err-${threadId}`), 'w');
    this.buffer = Buffer.alloc(1 << 20);
  }

  call(run) {
    const stdin = openSync(this.input, 'r');
    const stdout = openSync(this.output, 'w+');
    try {
      run({ stdin, stdout, stderr: this.errors }, {});
      return this.buffer.toString('utf8', 0, readSync(stdout, this.buffer, 0, this.buffer.length, 0));
    } finally {
      closeSync(stdin);
      closeSync(stdout);
    }
  }
}

// Standard streams in memory.
class MemoryStreams {
  constructor(document) {
    this.document = document;
  }

  call(run) {
    const written = [];
    let read = 0;
    let memory;
    const overrides = {
      bind: (exported) => {
        memory = exported;
      },
      fd_read: (descriptor, vectors, count, result) => {
        if (descriptor !== 0) {
          return BADF;
        }
        const before = read;
        for (const span of spans(memory, vectors, count)) {
          const part = this.document.subarray(read, read + span.length);
          span.set(part);
          read += part.length;
        }
        new DataView(memory.buffer).setUint32(result, read - before, true);
        return 0;
      },
      fd_write: (descriptor, vectors, count, result) => {
        if (descriptor !== 1 && descriptor !== 2) {
          return BADF;
        }
        let length = 0;
        for (const span of spans(memory, vectors, count)) {
          length += span.length;
          if (descriptor === 1) {
            written.push(Buffer.from(span));
          }
        }
        new DataView(memory.buffer).setUint32(result, length, true);
        return 0;
      },
    };
    run({}, overrides);
    return Buffer.concat(written).toString('utf8');
  }
}

function spans(memory, vectors, count) {
  const view = new DataView(memory.buffer);
  return Array.from({ length: count }, (_, i) => {
    const at = vectors + 8 * i;
    return new Uint8Array(memory.buffer, view.getUint32(at, true), view.getUint32(at + 4, true));
  });
}

function streamsOf(kind, document, folder) {
  switch (kind) {
    case 'files':
      return new FileStreams(document, folder);
    case 'memory':
      return new MemoryStreams(document);
    default:
      throw new Error(`no streams ${kind}`);
  }
}

function check(answer, expected) {
  if (answer !== expected) {
    throw new Error(`answered ${answer} and not ${expected}`);
  }
}

// Calls until the time is over, at least once; what each call took, in nanoseconds.
function callFor(guest, expected, millis) {
  const nanos = [];
  const end = process.hrtime.bigint() + BigInt(millis) * BigInt(NANOS_PER_MILLI);
  let after;
  do {
    const before = process.hrtime.bigint();
    const answer = guest.call();
    after = process.hrtime.bigint();
    nanos.push(Number(after - before));
    check(answer, expected);
  } while (after < end);
  return nanos;
}

// A module that does the same and is another one: it bears a custom section of its own.
function moduleCopy(bytes, number) {
  const name = Buffer.from(`copy-${number}`);
  return Buffer.concat([bytes, Buffer.from([0, name.length + 2, name.length]), name, Buffer.from([0])]);
}

class Server {
  constructor(bytes, guest, shared) {
    Object.assign(this, { bytes, guest, shared, expected: shared.expected, workers: [] });
  }

  async reply([request, ...numbers]) {
    switch (request) {
      case 'calls':
        return this.calls(...numbers.map(Number));
      case 'allocation':
        return { not_measured: 'V8 does not count the bytes that are allocated' };
      case 'idle':
        return this.idle(Number(numbers[0]));
      default:
        throw new Error(`no request ${request}`);
    }
  }

  async calls(threads, millis) {
    if (threads === 1) {
      const start = performance.now();
      const nanos = callFor(this.guest, this.expected, millis);
      return { wall_ms: performance.now() - start, nanos };
    }
    while (this.workers.length < threads) {
      this.workers.push(await this.newWorker());
    }
    const start = performance.now();
    const times = await Promise.all(this.workers.slice(0, threads).map((worker) => ask(worker, millis)));
    return { wall_ms: performance.now() - start, nanos: times.flat() };
  }

  async newWorker() {
    const worker = new Worker(new URL(import.meta.url), { workerData: this.shared });
    await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    return worker;
  }

  close() {
    return Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  idle(copies) {
    const before = residentBytes();
    const kept = [];
    for (let i = 1; i <= copies; i++) {
      const guest = new Guest(new WebAssembly.Module(moduleCopy(this.bytes, i)), this.guest.streams);
      check(guest.call(), this.expected);
      kept.push(guest);
    }
    const bytes = (residentBytes() - before) / kept.length;
    return { bytes, how: 'resident memory of the process after a garbage collection, the difference for each connector more' };
  }
}

function residentBytes() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().rss;
}

function ask(worker, millis) {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(millis);
  });
}

function work() {
  const { module, kind, document, folder, expected } = workerData;
  const guest = new Guest(module, streamsOf(kind, Buffer.from(document), folder));
  parentPort.on('message', (millis) => parentPort.postMessage(callFor(guest, expected, millis)));
  parentPort.postMessage('ready');
}

async function serve(kind, bytes, document, folder) {
  const start = performance.now();
  if (!WebAssembly.validate(bytes)) {
    throw new Error('the module is not valid');
  }
  const validated = performance.now();
  const module = new WebAssembly.Module(bytes);
  const compiled = performance.now();
  const guest = new Guest(module, streamsOf(kind, document, folder));
  const beforeCall = performance.now();
  const answer = guest.call();
  send({
    version: version(),
    parse_ms: validated - start,
    compile_ms: compiled - validated,
    first_call_ms: performance.now() - beforeCall,
    answer,
    notes: { compile_ms: 'V8 compiles a function when it is first called, so most of that is in the first call' },
  });
  const server = new Server(bytes, guest, { module, kind, document, folder, expected: answer });
  for await (const line of createInterface({ input: process.stdin })) {
    send(await server.reply(line.split(' ')));
  }
  await server.close();
}

// The first calls of a new process.
function begin(kind, bytes, document, folder) {
  const guest = new Guest(new WebAssembly.Module(bytes), streamsOf(kind, document, folder));
  const loaded = performance.now();
  const nanos = [];
  let answer;
  for (let i = 0; i < FIRST_CALLS; i++) {
    const before = process.hrtime.bigint();
    answer = guest.call();
    nanos.push(Number(process.hrtime.bigint() - before));
  }
  const used = process.cpuUsage();
  send({ version: version(), load_ms: loaded - started, nanos, processor_ms: (used.user + used.system) / 1e3, answer });
}

function version() {
  return `Node ${process.versions.node}, V8 ${process.versions.v8}`;
}

function send(reply) {
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}

async function main() {
  const [kind, mode, modulePath, documentPath] = process.argv.slice(2);
  const bytes = readFileSync(modulePath);
  const document = readFileSync(documentPath);
  const folder = mkdtempSync(join(tmpdir(), 'airlock-peer-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (mode === 'once') {
    console.log(new Guest(new WebAssembly.Module(bytes), streamsOf(kind, document, folder)).call());
  } else if (mode === 'begin') {
    begin(kind, bytes, document, folder);
  } else {
    await serve(kind, bytes, document, folder);
  }
}

if (isMainThread) {
  await main();
} else {
  work();
}
