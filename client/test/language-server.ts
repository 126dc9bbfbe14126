import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Message {
  id?: number;
  method?: string;
  params?: { items?: unknown[] };
  result?: { contents?: { value?: string } } | null;
}

/** The language server that editors use for TypeScript. */
export interface LanguageServer {
  /** Opens a file with this text, which need not exist. */
  open(file: string, text: string): void;
  /** Returns what an editor shows for the word at this place. Lines and characters count from 0. */
  hover(file: string, line: number, character: number): Promise<string>;
  close(): void;
}

const compiler = join(import.meta.dirname, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');

export async function startLanguageServer(folder: string): Promise<LanguageServer> {
  const child = spawn(process.execPath, [compiler, '--lsp', '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;

  function send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  function ask(method: string, params: object): Promise<Message> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  }
  function receive(message: Message): void {
    if (message.id === undefined) return;
    if (message.method === undefined) waiting.get(message.id)?.(message);
    else send({ id: message.id, result: message.params?.items?.map(() => null) ?? null });
  }

  let received = Buffer.alloc(0);
  child.stdout.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, end).toString())?.[1]);
      if (end === -1 || received.length < end + 4 + length) return;
      receive(JSON.parse(received.subarray(end + 4, end + 4 + length).toString()) as Message);
      received = received.subarray(end + 4 + length);
    }
  });

  const uriOf = (file: string) => pathToFileURL(file).href;
  await ask('initialize', {
    processId: process.pid,
    rootUri: uriOf(folder),
    capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
  });
  send({ method: 'initialized', params: {} });
  return {
    open: (file, text) =>
      send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri: uriOf(file), languageId: 'typescript', version: 1, text } },
      }),
    async hover(file, line, character) {
      const { result } = await ask('textDocument/hover', {
        textDocument: { uri: uriOf(file) },
        position: { line, character },
      });
      return result?.contents?.value ?? '';
    },
    close: () => child.kill(),
  };
}
