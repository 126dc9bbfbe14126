import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { namedAttributes } from '../attributes.ts';
import { noApplication } from '../kinds.ts';
import { requireRow } from '../load.ts';
import { type ApplicationRow, countRows, findRowOfClient, findRows, listRows } from '../store.ts';
import { emptyInboundSettings, type InboundApp } from './inbound-app.ts';

/** Loads an application. Throws E111802 for an unknown ID. */
export async function loadInboundApp(
  ctx: ProjectContext,
  by: { id: string } | { clientId: string },
): Promise<InboundApp> {
  if ('id' in by) return toInboundApp(ctx, await requireRow(ctx, 'thirdParty', by.id));
  const app = await findInboundAppOfClient(ctx, by.clientId);
  if (!app) throw noApplication('thirdParty', by.clientId);
  return app;
}

/** Loads a page of applications, oldest first. `isDynamic`: only those that registered themselves, or only others. */
export async function loadInboundApps(
  ctx: ProjectContext,
  page: { limit: number; offset?: number; isDynamic?: boolean },
): Promise<InboundApp[]> {
  return toInboundApps(ctx, await listRows(ctx.db, 'thirdParty', ctx.project.id, page));
}

export function countInboundApps(ctx: ProjectData): Promise<number> {
  return countRows(ctx.db, 'thirdParty', ctx.project.id);
}

/** Finds applications by their IDs. */
export async function findInboundApps(ctx: ProjectContext, ids: string[]): Promise<InboundApp[]> {
  return ids.length === 0
    ? []
    : toInboundApps(ctx, await findRows(ctx.db, 'thirdParty', ctx.project.id, ids));
}

/** Finds the application that has this client ID. */
export async function findInboundAppOfClient(
  ctx: ProjectContext,
  clientId: string,
): Promise<InboundApp | undefined> {
  const row = await findRowOfClient(ctx.db, 'thirdParty', ctx.project.id, clientId);
  return row && toInboundApp(ctx, row);
}

async function toInboundApp(ctx: ProjectContext, row: ApplicationRow<'thirdParty'>): Promise<InboundApp> {
  const [app] = await toInboundApps(ctx, [row]);
  return app as InboundApp;
}

async function toInboundApps(
  ctx: ProjectContext,
  rows: ApplicationRow<'thirdParty'>[],
): Promise<InboundApp[]> {
  const attributes = await namedAttributes(ctx, rows);
  return rows.map(({ id, name, clientId, createdAt, modifiedAt, dynamic, ...row }, index) => {
    const settings = JSON.parse(row.settings);
    return {
      id,
      name,
      clientId,
      createdAt,
      modifiedAt,
      isDynamic: dynamic === 1,
      settings: {
        ...emptyInboundSettings,
        ...settings,
        registration: { ...emptyInboundSettings.registration, ...settings.registration },
      },
      customAttributes: attributes[index] ?? {},
    };
  });
}
