import { table } from '../markdown.ts';
import { median } from '../statistics.ts';
import type { ConsoleResult, LoadResult } from './console.ts';
import type { ViewResult } from './users-screen.ts';

const aimBytes = 200_000;
const aimMilliseconds = 100;

export function consoleParts({ loads, users, views }: ConsoleResult): string[] {
  return [loadTable(loads), `The table of ${users.toLocaleString('en')} users:`, viewTable(views)];
}

function loadTable(loads: LoadResult[]): string {
  return table(
    ['', 'bytes over the wire, with headers', 'files', 'API requests', 'shown, ms'],
    loads.map(({ name, bytes, files, apiRequests, milliseconds }, index) => [
      // The aim applies to the first load of the console.
      index === 0 ? `${name} (aim < ${grouped(aimBytes)} bytes)` : name,
      index === 0 && bytes >= aimBytes ? `**${grouped(bytes)}**` : grouped(bytes),
      ...[files, apiRequests].map(String),
      milliseconds.toFixed(0),
    ]),
  );
}

export function viewTable(views: ViewResult[]): string {
  return table(
    [
      ...['users screen', 'found', 'API requests'],
      ...[`shown after the act, p50 ms (aim < ${aimMilliseconds})`, 'worst ms'],
      ...['after the search was sent, p50 ms', 'worst ms', 'the search by itself, p50 ms'],
      'CPU of the page, p50 ms',
    ],
    views.map((view) => {
      const { name, total, requests, search, cpu, counts } = view;
      const since = (from: ViewResult['counts']) => {
        const p50 = median(view[from]).toFixed(0);
        const isMissed = from === counts && median(view[from]) >= aimMilliseconds;
        return [isMissed ? `**${p50}**` : p50, Math.max(...view[from]).toFixed(0)];
      };
      return [
        name,
        ...[total, requests].map(String),
        ...[...since('sinceAct'), ...since('sinceSearch')],
        ...[search, cpu].map((milliseconds) => median(milliseconds).toFixed(0)),
      ];
    }),
  );
}

function grouped(number: number): string {
  return number.toLocaleString('en').replaceAll(',', ' ');
}
