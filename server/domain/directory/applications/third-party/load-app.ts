import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { attributeDefinitions } from '../../custom-attributes/load-attributes.ts';
import { namedAttributeValues } from '../../custom-attributes/read-values.ts';
import { emptyInboundSettings, type InboundApp } from './inbound-app.ts';
import {
  findInboundAppRow,
  findInboundAppRows,
  type InboundAppPage,
  type InboundAppRow,
  listInboundAppRows,
} from './store.ts';

/** Loads an application. Throws E111802 for an unknown ID. */
export async function loadInboundApp(
  ctx: ProjectContext,
  by: { id: string } | { clientId: string },
): Promise<InboundApp> {
  const row = await findInboundAppRow(ctx.db, ctx.project.id, by);
  if (!row) throw noInboundApp('id' in by ? by.id : by.clientId);
  return toInboundApp(ctx, row);
}

/** Loads a page of applications, oldest first, and the number of all. */
export async function loadInboundApps(
  ctx: ProjectContext,
  page: InboundAppPage,
): Promise<{ apps: InboundApp[]; total: number }> {
  const { rows, total } = await listInboundAppRows(ctx.db, ctx.project.id, page);
  return { apps: await Promise.all(rows.map((row) => toInboundApp(ctx, row))), total };
}

/** Finds applications by their IDs. */
export async function findInboundApps(ctx: ProjectContext, ids: string[]): Promise<InboundApp[]> {
  if (ids.length === 0) return [];
  const rows = await findInboundAppRows(ctx.db, ctx.project.id, ids);
  return Promise.all(rows.map((row) => toInboundApp(ctx, row)));
}

/** Finds the application that has this client ID. */
export async function findInboundAppOfClient(
  ctx: ProjectContext,
  clientId: string,
): Promise<InboundApp | undefined> {
  const row = await findInboundAppRow(ctx.db, ctx.project.id, { clientId });
  return row && toInboundApp(ctx, row);
}

async function toInboundApp(ctx: ProjectContext, row: InboundAppRow): Promise<InboundApp> {
  const { id, name, clientId, createdAt, modifiedAt } = row;
  const settings = JSON.parse(row.settings);
  const attributes = row.customAttributes === '{}' ? [] : await attributeDefinitions(ctx, 'ssoApp');
  return {
    ...{ id, name, clientId, createdAt, modifiedAt },
    isDynamic: row.dynamic === 1,
    settings: {
      ...emptyInboundSettings,
      ...settings,
      registration: { ...emptyInboundSettings.registration, ...settings.registration },
    },
    customAttributes: namedAttributeValues(attributes, JSON.parse(row.customAttributes)),
  };
}

export function noInboundApp(id: string): ServiceError {
  return new ServiceError('E111802', `No third-party application has the ID ${id}`);
}
