import { latency } from '../measure.ts';
import { manage, managed, sendSuccessfully } from '../requests.ts';
import { deepPages, type Population, searchesOf } from './cases.ts';
import { roleName } from './import-people.ts';
import { sizes } from './people.ts';

const path = '/v2/mgmt/user/search';
const pageSize = 100;
const notCounted = 5;

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
  const add = async (name: string, criteriaOf: (index: number) => Record<string, unknown>) => {
    const result = await measure(baseUrl, name, criteriaOf, requests);
    results.push(result);
    report(result);
  };
  for (const [name, criteriaOf] of Object.entries(searchesOf(population))) {
    if (name.includes(part)) await add(name, criteriaOf);
  }
  for (const [name, criteria] of Object.entries(deepPages)) {
    if (!name.includes(part)) continue;
    const { total } = await search(baseUrl, criteria);
    const page = Math.floor((0.9 * total) / pageSize);
    await add(`${name}, by number`, () => ({ ...criteria, page }));
    const { nextCursor: cursor } = await search(baseUrl, { ...criteria, page: page - 1 });
    await add(`${name}, by cursor`, () => ({ ...criteria, cursor }));
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
  const { roles } = await manage<{ roles: { id: string; name: string }[] }>(baseUrl, 'role/search', {});
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
  criteriaOf: (index: number) => Record<string, unknown>,
  requests: number,
): Promise<SearchResult> {
  for (let index = 0; index < notCounted; index += 1) await search(baseUrl, criteriaOf(requests + index));
  const milliseconds: number[] = [];
  let mostFound = 0;
  for (let index = 0; index < requests; index += 1) {
    const found = await search(baseUrl, criteriaOf(index));
    milliseconds.push(found.milliseconds);
    mostFound = Math.max(mostFound, found.total);
  }
  return {
    name,
    requestsPerSecond: (1_000 * requests) / milliseconds.reduce((sum, one) => sum + one, 0),
    ...latency(milliseconds),
    total: mostFound,
  };
}

/** The time excludes parsing the JSON. */
async function search(baseUrl: string, criteria: Record<string, unknown>) {
  const { milliseconds, body } = await sendSuccessfully(baseUrl, managed(path, criteria));
  const page = JSON.parse(body) as { users: { modifiedTime: number }[]; total: number; nextCursor: string };
  return { milliseconds, ...page };
}
