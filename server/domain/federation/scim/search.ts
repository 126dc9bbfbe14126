import { createHash } from 'node:crypto';
import type { ProjectContext } from '../../../core/context.ts';
import { type AttributePath, findAttribute } from '../../../protocols/scim/attribute-path.ts';
import { type Filter, parseFilter } from '../../../protocols/scim/filter.ts';
import { matches, valuesAt } from '../../../protocols/scim/matches.ts';
import {
  listResponse,
  type Page,
  readCursor,
  readPage,
  writeCursor,
} from '../../../protocols/scim/paging.ts';
import { type Projection, project, readProjection, shows } from '../../../protocols/scim/projection.ts';
import type { Resource, ResourceType } from '../../../protocols/scim/schema.ts';
import { ScimError } from '../../../protocols/scim/scim-error.ts';
import { findCandidates } from './candidates.ts';
import type { Directory } from './directory.ts';
import { groupResource, withMembers } from './groups.ts';
import { loadDirectoryUsers, resourceOf } from './load-user.ts';
import { groupLookups, maxLookedAt, userLookups } from './lookups.ts';
import { countDirectory, listDirectoryPage } from './store.ts';
import { countGroups, findGroups, listGroupPage } from './store-groups.ts';

const pageSize = 500;

export interface Search {
  filter: Filter | undefined;
  sortBy: AttributePath | undefined;
  isDescending: boolean;
  page: Page;
  projection: Projection;
  /** Ties cursors to the query. */
  name: string;
}

/** The parameters as a query or the body of a search has them. */
export type SearchParameters = Record<string, unknown>;

export function readSearch(type: ResourceType, sent: SearchParameters): Search {
  const { filter, sortBy, sortOrder, attributes, excludedAttributes } = sent;
  if (filter !== undefined && typeof filter !== 'string')
    throw new ScimError(400, 'filter must be a text', 'invalidFilter');
  const isDescending = String(sortOrder ?? '').toLowerCase() === 'descending';
  const query = JSON.stringify([type.name, filter ?? '', sortBy ?? '', isDescending]);
  return {
    filter: filter === undefined || filter.trim() === '' ? undefined : parseFilter(type, filter),
    sortBy: typeof sortBy === 'string' ? findAttribute(type, sortBy) : undefined,
    isDescending,
    page: readPage(sent),
    projection: readProjection(type, { attributes, excludedAttributes }),
    name: createHash('sha256').update(query).digest('base64url').slice(0, 12),
  };
}

/** A kind of resource, as a search reads it. */
interface Source {
  /** Loads resources in the order of the IDs. */
  load(ids: string[]): Promise<Resource[]>;
  list(page: { after?: string; offset?: number; limit: number }): Promise<string[]>;
  count(): Promise<number>;
  /** Finds candidates for a filter by an index. Absent: none fits. */
  candidates(filter: Filter): Promise<string[] | undefined>;
}

export async function search(
  ctx: ProjectContext,
  directory: Directory,
  type: ResourceType,
  sent: SearchParameters,
): Promise<object> {
  const query = readSearch(type, sent);
  const source = type.name === 'User' ? users(ctx, directory) : groups(ctx, directory, query);
  const found = query.filter || query.sortBy ? await searchAll(source, query) : await listPage(source, query);
  const { resources, total, next } = found;
  const { cursor, startIndex } = query.page;
  return listResponse(
    resources.map((resource) => project(query.projection, resource)),
    {
      totalResults: total,
      ...(cursor === undefined && { startIndex }),
      ...(cursor !== undefined && next !== undefined && { nextCursor: writeCursor(query.name, next) }),
    },
  );
}

interface Found {
  resources: Resource[];
  total: number;
  /** The place after which the next page starts. Absent: this is the last one. */
  next: string | undefined;
}

/** Lists a page of everything. */
async function listPage(source: Source, { page, name }: Search): Promise<Found> {
  const { count, startIndex, cursor } = page;
  const total = await source.count();
  if (count === 0) return { resources: [], total, next: undefined };
  if (cursor === undefined) {
    const ids = await source.list({ offset: startIndex - 1, limit: count });
    return { resources: await source.load(ids), total, next: undefined };
  }
  const ids = await source.list({ after: readCursor(name, cursor), limit: count + 1 });
  const shown = ids.slice(0, count);
  return { resources: await source.load(shown), total, next: ids.length > count ? shown.at(-1) : undefined };
}

/** Looks at all resources, or at those that an index finds. The place in the result is its number. */
async function searchAll(source: Source, query: Search): Promise<Found> {
  const { filter, sortBy, isDescending, page, name } = query;
  const fits = (resource: Resource) => !filter || matches(filter, resource);
  const first = page.cursor === undefined ? page.startIndex - 1 : Number(readCursor(name, page.cursor) || 0);
  const found: Resource[] = [];
  let total = 0;
  for await (const resources of pagesOf(source, filter)) {
    for (const resource of resources.filter(fits)) {
      total += 1;
      if (sortBy || (total > first && total <= first + page.count)) found.push(resource);
    }
  }
  const resources = sortBy ? sorted(found, sortBy, isDescending).slice(first, first + page.count) : found;
  const end = first + resources.length;
  return { resources, total, next: resources.length > 0 && end < total ? String(end) : undefined };
}

async function* pagesOf(source: Source, filter: Filter | undefined): AsyncGenerator<Resource[]> {
  const known = filter && (await source.candidates(filter));
  if (known) {
    for (let at = 0; at < known.length; at += pageSize) yield source.load(known.slice(at, at + pageSize));
    return;
  }
  if ((await source.count()) > maxLookedAt) {
    throw new ScimError(
      400,
      `The search would look at more than ${maxLookedAt} resources. Filter by userName, externalId, id, emails or displayName, or for few by active or meta.lastModified, or read the list by cursor`,
      'tooMany',
    );
  }
  for (let after = ''; ; ) {
    const ids = await source.list({ after, limit: pageSize });
    yield source.load(ids);
    if (ids.length < pageSize) return;
    after = ids.at(-1) as string;
  }
}

/** Sorts by the first value, or by the preferred one of a list. Resources without a value come last (RFC 7644 §3.4.2.3). */
function sorted(resources: Resource[], path: AttributePath, isDescending: boolean): Resource[] {
  const isExact = (path.sub ?? path.attribute)?.caseExact;
  const keyed = resources.map((resource) => {
    const [value] = valuesAt(resource, path);
    const key = typeof value === 'string' && !isExact ? value.toLowerCase() : value;
    return { resource, key: key as string | number | undefined };
  });
  const direction = isDescending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === b.key) return 0;
    if (a.key === undefined) return 1;
    if (b.key === undefined) return -1;
    return (a.key < b.key ? -1 : 1) * direction;
  });
  return keyed.map(({ resource }) => resource);
}

function users(ctx: ProjectContext, directory: Directory): Source {
  const { place } = directory;
  return {
    async load(ids) {
      const loaded = await loadDirectoryUsers(ctx, directory, ids);
      return loaded.map((user) => resourceOf(directory, user));
    },
    list: (page) => listDirectoryPage(ctx.db, place, page),
    count: () => countDirectory(ctx.db, place),
    candidates: (filter) => findCandidates(filter, userLookups(ctx, place)),
  };
}

function groups(ctx: ProjectContext, directory: Directory, { filter, sortBy, projection }: Search): Source {
  const { place } = directory;
  const isRead = shows(projection, 'members') || JSON.stringify([filter, sortBy]).includes('"members"');
  return {
    async load(ids) {
      const loaded = await withMembers(ctx, directory, await findGroups(ctx.db, place, ids), isRead);
      return loaded.map((group) => groupResource(directory, group));
    },
    list: async (page) => (await listGroupPage(ctx.db, place, page)).map(({ id }) => id),
    count: () => countGroups(ctx.db, place),
    candidates: (filter) => findCandidates(filter, groupLookups(ctx, place)),
  };
}
