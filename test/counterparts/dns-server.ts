import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** The records of a name: the texts of its TXT records (a list: the strings of one record), an alias, or a failure of the server. */
export type DnsAnswer =
  | (string | string[])[]
  | { alias: string }
  | 'no such name'
  | 'server failure'
  | 'refused'
  | 'garbage'
  | 'silence';

export interface DnsServer {
  /** The address for `LATCHKEY_DNS_SERVER`. */
  address: string;
  set(name: string, answer: DnsAnswer): void;
  /** Lets questions about the name wait until `release`. Resolves when one has come. */
  hold(name: string): Promise<void>;
  release(name: string): void;
  /** The names that were asked for TXT records since the last call. */
  asked(): string[];
  close(): Promise<void>;
}

const types = { txt: 16, cname: 5 };
const codes = { 'no such name': 3, 'server failure': 2, refused: 5 };
/** The longest answer by UDP to a client that does not ask for more. */
const udpBytes = 512;

/** Starts an authoritative name server (RFC 1035) on UDP and TCP. It does not resolve aliases, and knows no other names. */
export async function startDnsServer(): Promise<DnsServer> {
  const answers = new Map<string, DnsAnswer>();
  const held = new Map<string, { come(): void; waiting: (() => void)[] }>();
  const asked: string[] = [];
  const reply = (query: Buffer, isUdp: boolean): Buffer | undefined => {
    const { name, type, end } = readQuestion(query);
    if (type === types.txt) asked.push(name);
    const answer = answers.get(name) ?? 'no such name';
    if (answer === 'silence') return undefined;
    if (answer === 'garbage') return Buffer.concat([query.subarray(0, 2), Buffer.from('not a response')]);
    if (typeof answer === 'string') return response(query, end, codes[answer], []);
    const full = response(query, end, 0, recordsOf(answer, type));
    return isUdp && full.length > udpBytes ? response(query, end, 0, [], true) : full;
  };
  const udp = createSocket('udp4');
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (data) => {
      const answer = reply(data.subarray(2), false);
      if (answer) socket.end(Buffer.concat([uint16(answer.length), answer]));
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as { port: number };
  udp.on('message', (query, { port, address }) => {
    const send = () => {
      const answer = reply(query, true);
      if (answer) udp.send(answer, port, address);
    };
    const hold = held.get(readQuestion(query).name);
    if (!hold) return send();
    hold.waiting.push(send);
    hold.come();
  });
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${port}`,
    set: (name, answer) => answers.set(name, answer),
    hold: (name) => new Promise((come) => held.set(name, { come, waiting: [] })),
    release(name) {
      const waiting = held.get(name)?.waiting ?? [];
      held.delete(name);
      for (const send of waiting) send();
    },
    asked: () => asked.splice(0),
    async close() {
      await new Promise<void>((resolve) => udp.close(() => resolve()));
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordsOf(answer: (string | string[])[] | { alias: string }, type: number): Buffer[] {
  if (!Array.isArray(answer))
    return type === types.cname ? [record(types.cname, nameBytes(answer.alias))] : [];
  if (type !== types.txt) return [];
  return answer.map((texts) =>
    record(types.txt, Buffer.concat([texts].flat().flatMap((text) => characterStrings(text)))),
  );
}

function response(query: Buffer, end: number, code: number, records: Buffer[], isCut = false): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8400 | (isCut ? 0x0200 : 0) | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}

/** A record of the name in the question. */
function record(type: number, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xc0, 12]),
    uint16(type),
    uint16(1),
    Buffer.from([0, 0, 0, 60]),
    uint16(data.length),
    data,
  ]);
}

/** Texts longer than 255 bytes have several strings in one record. */
function characterStrings(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return parts;
}

function nameBytes(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function uint16(number: number): Buffer {
  return Buffer.from([number >> 8, number & 0xff]);
}
