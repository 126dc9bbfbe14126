import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { hiddenAttributes } from '../../custom-attributes/permitted-attributes.ts';
import { nameAllAttributes } from '../load-user.ts';
import { findStoredUsers } from '../store.ts';
import type { User } from '../user.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { type SearchOrder, type SortField, sortFields } from './filter.ts';
import { foldTexts } from './fold-texts.ts';
import { knownSets } from './known-sets.ts';
import { readFilter, type SearchCriteria } from './read-filter.ts';
import { findPage } from './store.ts';
import { readPosition } from './store-changes.ts';
import { countMatches, type PlanLimits, planLimits, planSearch } from './store-plan.ts';
import { isShownBy } from './text.ts';

export interface UserSearch extends SearchCriteria {
  limit?: number;
  /** Starts at 0. */
  page?: number;
  /** The `nextCursor` of the previous page, instead of a page number. */
  cursor?: string;
  sort?: { field: string; desc?: boolean }[];
}

export interface UserPage {
  users: User[];
  /** The number of matching users on all pages. */
  total: number;
  /** The cursor of the next page, or empty on the last one. */
  nextCursor: string;
}

const defaultLimit = 100;
/** The largest page. The public user widget requests this many users. */
export const maxSearchLimit = 10_000;

interface ShownPage {
  order: SearchOrder;
  limit: number;
  offset: number;
  isShown: (user: User) => boolean;
  /** Lists the users who are found: all of them, or those after the previous page. */
  find: (isAfterPrevious?: boolean) => ReturnType<typeof findPage>;
}

/** The number of users read at once; other work gets a turn of the event loop in between. */
const readAtOnce = 500;

/**
 * Returns a page of the users that match every filter, and their total. Ignores empty lists and texts, zero and
 * `false`. Excludes test users unless requested. Sorts users by one field, or by the order in which they were
 * added; in either case, users added later do not move existing ones.
 */
export async function searchUsers(
  ctx: ProjectContext,
  search: UserSearch,
  limits: PlanLimits = planLimits,
): Promise<UserPage> {
  const { db, project } = ctx;
  const order = readOrder(search.sort ?? []);
  const limit = search.limit || defaultLimit;
  const offset = limit * (search.page ?? 0);
  const after = search.cursor ? readCursor(ctx, order, search.cursor) : undefined;
  if (after && offset > 0) throw new ServiceError('E011003', 'Use either page or cursor, not both');

  const filter = await readFilter(ctx, search);
  if (!filter) return { users: [], total: 0, nextCursor: '' };
  // Changes after this position may be missing in the free-text index.
  const position = filter.text ? await readPosition(db) : undefined;
  if (filter.text) await foldTexts(ctx);
  const planned = await planSearch(db, project.id, filter, limits, knownSets(ctx), position);
  const { total, plan } = await countMatches(planned, knownSets(ctx), position);
  if (offset >= total) return { users: [], total, nextCursor: '' };
  const hidden = filter.text ? await hiddenAttributes(ctx) : new Set<string>();
  const { text } = filter;
  if (text && hidden.size > 0) {
    const all = { order, limit: maxSearchLimit, offset: 0, total, ...limits };
    return withoutHidden(ctx, {
      order,
      limit,
      offset,
      isShown: (user) => isShownBy(user, text, hidden),
      find: (start) => findPage(plan, { ...all, after: start ? after : undefined }),
    });
  }
  // One more row than wanted shows whether there is a next page.
  const found = await findPage(plan, { order, limit: limit + 1, offset, after, total, ...limits });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    users: await readUsers(
      ctx,
      page.map(({ userId }) => userId),
    ),
    total,
    nextCursor: last && found.length > limit ? writeCursor(ctx, order, last.position) : '',
  };
}

/**
 * Returns a page without the users in whom only hidden attributes have the text: nobody may learn of a value that they must not see by
 * searching for it, or by counting. Looks through the first 10,000 users.
 */
async function withoutHidden(
  ctx: ProjectContext,
  { order, limit, offset, isShown, find }: ShownPage,
): Promise<UserPage> {
  const found = await find();
  const users = await readUsers(
    ctx,
    found.map(({ userId }) => userId),
  );
  const shown = new Map(users.filter(isShown).map((user) => [user.id, user]));
  const rest = (await find(true)).filter(({ userId }) => shown.has(userId)).slice(offset);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    users: page.flatMap(({ userId }) => shown.get(userId) ?? []),
    total: shown.size,
    nextCursor: last && rest.length > limit ? writeCursor(ctx, order, last.position) : '',
  };
}

/**
 * Lists the IDs of all users that match every filter, in order. Returns `undefined` if there are more than `limit`, which costs no more than
 * counting them.
 */
export async function listMatchingIds(
  ctx: ProjectContext,
  criteria: SearchCriteria,
  limit: number,
  limits: PlanLimits = planLimits,
): Promise<string[] | undefined> {
  const { db, project } = ctx;
  const filter = await readFilter(ctx, criteria);
  if (!filter) return [];
  const planned = await planSearch(db, project.id, filter, limits, knownSets(ctx));
  const { total, plan } = await countMatches(planned, knownSets(ctx));
  if (total > limit) return undefined;
  const order = { descending: false };
  const found = await findPage(plan, { order, limit, offset: 0, after: undefined, total, ...limits });
  return found.map(({ userId }) => userId).sort();
}

/** Loads users in the order of the IDs, without those deleted in the meantime. */
async function readUsers(ctx: ProjectContext, userIds: string[]): Promise<User[]> {
  const users: User[] = [];
  for (let start = 0; start < userIds.length; start += readAtOnce) {
    if (start > 0) await nextTurn();
    const ids = userIds.slice(start, start + readAtOnce);
    const stored = new Map(
      (await findStoredUsers(ctx.db, ctx.project.id, ids)).map((user) => [user.id, user]),
    );
    users.push(
      ...(await nameAllAttributes(
        ctx,
        ids.flatMap((id) => stored.get(id) ?? []),
      )),
    );
  }
  return users;
}

/** Spellings of sort fields, in lower case. */
const spellings: Record<string, SortField> = {
  ...Object.fromEntries(sortFields.map((field) => [field.toLowerCase(), field])),
  displayname: 'name',
  loginids: 'loginId',
};

function readOrder(sort: { field: string; desc?: boolean }[]): SearchOrder {
  const [first, second] = sort.filter(({ field }) => field !== '');
  if (!first) return { descending: false };
  if (second)
    throw new ServiceError(
      'E011003',
      'sort accepts only one field. Users with equal values are sorted in the order in which they were added',
    );
  const field = Object.hasOwn(spellings, first.field.toLowerCase())
    ? spellings[first.field.toLowerCase()]
    : undefined;
  if (!field) throw new ServiceError('E011003', `sort.field must be one of ${sortFields.join(', ')}`);
  return { field, descending: first.desc ?? false };
}
