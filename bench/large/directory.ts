import { latency } from '../measure.ts';
import { table } from '../report.ts';
import { manage, type Request, sendSuccessfully } from '../requests.ts';
import { projectId } from '../settings.ts';
import { tenantIdOf } from './import-people.ts';
import { randomFrom } from './people.ts';

/** A user of the directory, as far as requests name them. */
interface Listed {
  id: string;
  userName: string;
  emails?: { value: string }[];
  meta: { lastModified: string };
}

export interface DirectoryResult {
  name: string;
  p50: number;
  p99: number;
  /** The largest number of users found. */
  total: number;
}

const notCounted = 5;
/** The users whom the requests name. */
const named = 1_000;

/** Measures the directory of the largest tenant, with a tenth of the members of all tenants, one request after the other. */
export async function measureDirectory(
  baseUrl: string,
  { requests, report }: { requests: number; report(result: DirectoryResult): void },
): Promise<DirectoryResult[]> {
  const keyTenants = [{ tenantId: tenantIdOf(0), roleNames: ['Tenant Admin'] }];
  const { cleartext } = await manage<{ cleartext: string }>(baseUrl, 'accesskey/create', {
    name: 'SCIM',
    keyTenants,
  });
  const call = (method: string, path: string, body?: unknown): Request => ({
    method,
    path: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${projectId}:${cleartext}`, 'content-type': 'application/scim+json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const filtered = (filter: string) => call('GET', `/Users?count=100&filter=${encodeURIComponent(filter)}`);
  const listed = await sendSuccessfully(baseUrl, call('GET', `/Users?count=${named}`));
  const users = (JSON.parse(listed.body) as { Resources: Listed[] }).Resources;
  const someone = (index: number) => users[Math.floor(randomFrom(index + 1)() * users.length)] as Listed;
  const addressOf = ({ emails, userName }: Listed) => emails?.[0]?.value ?? userName;
  const begunAt = new Date().toISOString();
  const cases: Record<string, (index: number) => Request> = {
    'PATCH of one attribute': (index) =>
      call('PATCH', `/Users/${someone(index).id}`, {
        Operations: [{ op: 'replace', path: 'title', value: `Title ${index}` }],
      }),
    'PATCH of what is there': (index) =>
      call('PATCH', `/Users/${someone(index).id}`, {
        Operations: [{ op: 'replace', path: 'userName', value: someone(index).userName }],
      }),
    'userName eq': (index) => filtered(`userName eq "${someone(index).userName}"`),
    'emails eq': (index) => filtered(`emails eq "${addressOf(someone(index))}"`),
    'emails[type eq "work"].value eq': (index) =>
      filtered(`emails[type eq "work"].value eq "${addressOf(someone(index))}"`),
    'active eq false (5 %)': () => filtered('active eq false'),
    // Those whom the first case has changed.
    'meta.lastModified gt (some)': () => filtered(`meta.lastModified gt "${begunAt}"`),
    'a page of 100': (index) => call('GET', `/Users?count=100&startIndex=${1 + 100 * (index % 100)}`),
  };
  const results: DirectoryResult[] = [];
  for (const [name, request] of Object.entries(cases)) {
    const milliseconds: number[] = [];
    let total = 0;
    for (let index = -notCounted; index < requests; index += 1) {
      const response = await sendSuccessfully(baseUrl, request(index < 0 ? requests - index : index));
      if (index < 0) continue;
      milliseconds.push(response.milliseconds);
      const { totalResults = 1 } = JSON.parse(response.body) as { totalResults?: number };
      total = Math.max(total, totalResults);
    }
    const result = { name, total, ...latency(milliseconds) };
    report(result);
    results.push(result);
  }
  return results;
}

export function directoryTable(results: DirectoryResult[]): string {
  return table(
    ['directory (SCIM)', 'found', 'p50 ms', 'p99 ms'],
    results.map(({ name, total, p50, p99 }) => [name, total, p50.toFixed(1), p99.toFixed(1)]),
  );
}
