import { Agent, request } from 'node:http';
import type { Request } from './load.ts';

export interface Answer {
  status: number;
  body: string;
  milliseconds: number;
  retryAfterSeconds: number;
}

const agent = new Agent({ keepAlive: true });

/** Sends requests of different kinds at their own rate; `load.ts` sends as many of one kind as possible. */
export function sendTo(baseUrl: string, { method, path, headers, body }: Request): Promise<Answer> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      `${baseUrl}${path}`,
      { agent, method, headers: { ...headers, ...length } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
            milliseconds: performance.now() - start,
            retryAfterSeconds: Number(answer.headers['retry-after'] ?? 0),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
