import { Agent, request } from 'node:http';
import { managed } from '../requests.ts';
import { percentile } from '../statistics.ts';

const path = '/v2/mgmt/user/search';
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export interface Answer {
  milliseconds: number;
  users: number;
  total: number;
  nextCursor: string;
}

export interface Measurement {
  name: string;
  p50: number;
  p99: number;
  /** The most that one of the searches found. */
  total: number;
  rowsPerSecond: number;
}

/** One search after the other, so that what is measured is the time that a search takes and not a queue. */
export async function measure(
  baseUrl: string,
  name: string,
  bodyOf: (index: number) => Record<string, unknown>,
  requests: number,
): Promise<Measurement> {
  for (let index = 0; index < 5; index += 1) await search(baseUrl, bodyOf(requests + index));
  const answers: Answer[] = [];
  for (let index = 0; index < requests; index += 1) answers.push(await search(baseUrl, bodyOf(index)));
  const milliseconds = answers.map((answer) => answer.milliseconds);
  const seconds = milliseconds.reduce((sum, one) => sum + one, 0) / 1_000;
  return {
    name,
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
    total: Math.max(...answers.map((answer) => answer.total)),
    rowsPerSecond: answers.reduce((sum, answer) => sum + answer.users, 0) / seconds,
  };
}

export async function search(baseUrl: string, body: Record<string, unknown>): Promise<Answer> {
  const { method, headers, body: text = '' } = managed('POST', path, body);
  const startedAt = performance.now();
  const { status, answer } = await new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const sent = request(`${baseUrl}${path}`, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, answer: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('error', reject);
    sent.end(text);
  });
  const milliseconds = performance.now() - startedAt;
  if (status !== 200) throw new Error(`${JSON.stringify(body)}: ${status} ${answer}`);
  const { users, total, nextCursor } = JSON.parse(answer);
  return { milliseconds, users: users.length, total, nextCursor };
}
