import { join } from 'node:path';
import { latency } from '../measure.ts';
import { engineTitles, fullEvents } from '../options.ts';
import { databaseBytes, newPlace, vacuum } from '../place.ts';
import { highlightIf, megabytes, type Section, table } from '../report.ts';
import { manage, managed, sendSuccessfully } from '../requests.ts';
import { serve } from '../server-process.ts';
import type { Setting } from '../stage.ts';
import { heavyUser, type SeededEvents, seedEvents, tenants, users } from './events.ts';

const aimMilliseconds = 50;

/** Measures searches of a long audit log, one after the other. */
export async function measureAudit({ engine, options, cores, folder }: Setting): Promise<Section> {
  const { events, search, searches: requests } = options;
  const place = await newPlace(engine, join(folder, `${engine}-audit`));
  // Migrates, and creates the project.
  const creating = await serve(place, cores.all);
  await manage(creating.baseUrl, 'audit/search', {});
  await creating.stop();
  const seeded = await seedEvents(place, events);
  await vacuum(place);
  const server = await serve(place, cores.all);
  const rows: string[][] = [];
  for (const [name, filterOf] of Object.entries(filtersOf(seeded))) {
    if (!name.includes(search)) continue;
    const times: number[] = [];
    let total = 0;
    let before = 0;
    for (let index = 0; index <= requests; index += 1) {
      const body = { limit: 50, ...filterOf(index) };
      const response = await sendSuccessfully(server.baseUrl, managed('/v1/mgmt/audit/search', body));
      times.push(response.milliseconds);
      total = Math.max(total, JSON.parse(response.body).total);
      // The first request prepares statements.
      if (index === 0) before = server.cpuMilliseconds();
    }
    const cpu = (server.cpuMilliseconds() - before) / requests;
    const [first, ...others] = times;
    const { p50, p99 } = latency(others);
    console.log(
      `${engine} audit, ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, CPU ${cpu.toFixed(1)} ms, ${total} found`,
    );
    rows.push([
      ...[name, String(total), cpu.toFixed(1), first!.toFixed(1), p50.toFixed(1)],
      highlightIf(p99 >= aimMilliseconds, p99.toFixed(1)),
    ]);
  }
  await server.stop();
  const facts = [
    ['database, MB', megabytes(await databaseBytes(place))],
    ['blocks, CPU for an event, µs', seeded.buildMicroseconds.toFixed(1)],
  ];
  return {
    title: `${events.toLocaleString('en')} audit events: ${engineTitles[engine]}`,
    parts: [
      table(['', ''], facts),
      table(['filter', 'found', 'CPU ms', 'first ms', 'p50 ms', `p99 ms (aim < ${aimMilliseconds})`], rows),
    ],
    isComplete: events >= fullEvents && search === '',
  };
}

/** Each filter alone with few and with many matches, and combined ones. */
export function filtersOf({ from, to }: SeededEvents): Record<string, (index: number) => object> {
  const id = (letter: string, number: number) => `${letter}${String(number).padStart(27, '0')}`;
  const someone = (index: number) => id('U', (index * 7_919_123 + 17) % users);
  const tenant = (index: number) => id('T', 1 + ((index * 31) % tenants));
  const address = (index: number) => `203.0.${(index * 31) % 251}.${(index * 17) % 241}`;
  const middle = Math.floor((from + to) / 2);
  return {
    'no filter': () => ({ from }),
    'no filter, page 1,900': () => ({ from, page: 1_900 }),
    'the last 30 days': () => ({}),
    'an hour in the middle': (index) => ({
      from: middle + index * 3_600_000,
      to: middle + (index + 1) * 3_600_000,
    }),
    'a user': (index) => ({ from, userIds: [someone(index)] }),
    '10 users': (index) => ({
      from,
      userIds: Array.from({ length: 10 }, (_, other) => someone(10 * index + other)),
    }),
    '100 users': (index) => ({
      from,
      userIds: Array.from({ length: 100 }, (_, other) => someone(100 * index + other)),
    }),
    'a user with 100,000 events': () => ({ from, userIds: [id('U', heavyUser)] }),
    'a user and two actions': (index) => ({
      from,
      userIds: [someone(index)],
      actions: ['LoginSucceed', 'LoginFailed'],
    }),
    'a small tenant': (index) => ({ from, tenants: [tenant(index)] }),
    '100 small tenants': (index) => ({
      from,
      tenants: Array.from({ length: 100 }, (_, other) => tenant(100 * index + other)),
    }),
    'a large tenant (10 %)': () => ({ from, tenants: [id('T', 0)] }),
    'a small tenant, an action and a method': (index) => ({
      from,
      tenants: [tenant(index)],
      actions: ['LoginSucceed'],
      methods: ['totp'],
    }),
    'an action (50 %)': () => ({ from, actions: ['LoginSucceed'] }),
    'an action (50 %), page 1,900': () => ({ from, actions: ['LoginSucceed'], page: 1_900 }),
    'a rare action': () => ({ from, actions: ['rare'] }),
    'a device, a method and a severity': () => ({
      from,
      devices: ['Mobile'],
      methods: ['saml'],
      types: ['warn'],
    }),
    'a rare actor': () => ({ from, actorIds: ['Krare'] }),
    'a user as the actor': (index) => ({ from, actorIds: [someone(index)] }),
    'an address': (index) => ({ from, remoteAddresses: [address(index)] }),
    '10 addresses': (index) => ({
      from,
      remoteAddresses: Array.from({ length: 10 }, (_, other) => address(10 * index + other)),
    }),
    'all but two actions': () => ({ from, excludedActions: ['LoginSucceed', 'LoginFailed'] }),
    'an unknown login ID': (index) => ({ from, unknownLoginIds: [`nobody${index}`] }),
    'a text, nothing': (index) => ({ from, text: `qxj${index}` }),
    'a text and a user': (index) => ({ from, text: 'grace', userIds: [someone(index)] }),
  };
}
