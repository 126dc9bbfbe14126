import { Agent, request } from 'node:http';
import { managed } from '../requests.ts';
import { percentile } from '../statistics.ts';
import { deepPages, type Population, searchesOf } from './cases.ts';
import { roleName } from './import.ts';
import { sizes } from './people.ts';

const path = '/v2/mgmt/user/search';
const pageSize = 100;
const notCounted = 5;
const agent = new Agent({ keepAlive: true });

export interface SearchResult {
  name: string;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** The largest number of users found. */
  total: number;
}

/** Measures all searches whose name contains `part`. */
export async function measureSearches(
  baseUrl: string,
  population: Population,
  { part, requests, report }: { part: string; requests: number; report(result: SearchResult): void },
): Promise<SearchResult[]> {
  const results: SearchResult[] = [];
  const add = async (name: string, bodyOf: (index: number) => Record<string, unknown>) => {
    const result = await measure(baseUrl, name, bodyOf, requests);
    results.push(result);
    report(result);
  };
  for (const { name, body } of searchesOf(population)) if (name.includes(part)) await add(name, body);
  for (const { name, part: depth, body } of deepPages.filter((deep) => deep.name.includes(part))) {
    const { total } = await search(baseUrl, body);
    const page = Math.floor((depth * total) / pageSize);
    await add(`${name}, by number`, () => ({ ...body, page }));
    const { nextCursor: cursor } = await search(baseUrl, { ...body, page: page - 1 });
    await add(`${name}, by cursor`, () => ({ ...body, cursor }));
  }
  return results;
}

/** Reads the population from the database, so that one of an earlier run can be used. */
export async function describePopulation(baseUrl: string): Promise<Population> {
  const modified = async (desc: boolean) => {
    const sort = [{ field: 'modifiedTime', desc }];
    const { total, users } = await search(baseUrl, { withTestUser: true, limit: 1, sort });
    return { total, seconds: users[0]!.modifiedTime };
  };
  const [first, last] = [await modified(false), await modified(true)];
  const { answer } = await post(baseUrl, '/v1/mgmt/role/search', {});
  const { roles } = JSON.parse(answer) as { roles: { id: string; name: string }[] };
  const ids = new Map(roles.map(({ id, name }) => [name, id]));
  return {
    users: first.total,
    roleIds: Array.from({ length: sizes.roles }, (_, role) => ids.get(roleName(role))!),
    importedFrom: first.seconds * 1_000,
    importedTo: last.seconds * 1_000 + 999,
  };
}

/** Searches one after the other, to measure the time of a search and not of a queue. */
async function measure(
  baseUrl: string,
  name: string,
  bodyOf: (index: number) => Record<string, unknown>,
  requests: number,
): Promise<SearchResult> {
  for (let index = 0; index < notCounted; index += 1) await search(baseUrl, bodyOf(requests + index));
  const milliseconds: number[] = [];
  let mostFound = 0;
  for (let index = 0; index < requests; index += 1) {
    const answer = await search(baseUrl, bodyOf(index));
    milliseconds.push(answer.milliseconds);
    mostFound = Math.max(mostFound, answer.total);
  }
  return {
    name,
    requestsPerSecond: (1_000 * requests) / milliseconds.reduce((sum, one) => sum + one, 0),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
    total: mostFound,
  };
}

async function search(baseUrl: string, body: Record<string, unknown>) {
  const { milliseconds, answer } = await post(baseUrl, path, body);
  const page = JSON.parse(answer) as { users: { modifiedTime: number }[]; total: number; nextCursor: string };
  return { milliseconds, ...page };
}

/** Sends over one lasting connection; the time excludes parsing the JSON. */
async function post(baseUrl: string, path: string, body: unknown) {
  const { method, headers, body: text } = managed('POST', path, body);
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
  return { milliseconds, answer };
}
