import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Members } from '../../../../core/number-set.ts';
import { readInTurn } from '../../../../core/turns.ts';
import { hiddenAttributes } from '../../custom-attributes/permitted-attributes.ts';
import { nameAllAttributes } from '../load-user.ts';
import { findNumberedUsers } from '../store.ts';
import type { User } from '../user.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Tail } from './facts.ts';
import { type Position, type SearchOrder, type SortField, sortFields } from './filter.ts';
import { findPage } from './page.ts';
import { readFilter, type SearchCriteria } from './read-filter.ts';
import { findIds } from './store-finds.ts';
import { withMembers } from './tail.ts';
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
  find: (isAfterPrevious?: boolean) => Promise<Position[]>;
}

/** The number of users read in a turn of the event loop. It takes about three milliseconds. */
const readAtOnce = 100;
/** So many users are read together with those of other requests, which costs less. */
const fewUsers = 25;

/**
 * Returns a page of the users that match every filter, and their total. Ignores empty lists and texts, zero and
 * `false`. Excludes test users unless requested. Sorts users by one field, or by the order in which they were
 * added; in either case, users added later do not move existing ones.
 */
export async function searchUsers(ctx: ProjectContext, search: UserSearch): Promise<UserPage> {
  const order = readOrder(search.sort ?? []);
  const limit = search.limit || defaultLimit;
  const offset = limit * (search.page ?? 0);
  const after = search.cursor ? readCursor(ctx, order, search.cursor) : undefined;
  if (after && offset > 0) throw new ServiceError('E011003', 'Use either page or cursor, not both');

  const filter = await readFilter(ctx, search);
  if (!filter) return { users: [], total: 0, nextCursor: '' };
  const { text } = filter;
  const readsIndex = order.field !== undefined;
  const hidden = text ? await hiddenAttributes(ctx) : new Set<string>();
  if (text && hidden.size > 0) {
    const all = { order, limit: maxSearchLimit, offset: 0 };
    const isShown = (user: User) => isShownBy(user, text, hidden);
    const readPage = (members: Members, tail: Tail) => {
      const find = (start?: boolean) =>
        findPage(ctx, members, tail, { ...all, after: start ? after : undefined });
      return withoutHidden(ctx, { order, limit, offset, isShown, find });
    };
    return withMembers(ctx, filter, readPage, { readsIndex });
  }
  const readPage = async (members: Members, tail: Tail) => {
    const total = members.count;
    // One more user than wanted shows whether there is a next page.
    const request = { order, limit: limit + 1, offset, after };
    return { total, found: offset < total ? await findPage(ctx, members, tail, request) : [] };
  };
  const { total, found } = await withMembers(ctx, filter, readPage, { readsIndex });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    users: (await readUsers(ctx, page)).map(({ user }) => user),
    total,
    nextCursor: last && found.length > limit ? writeCursor(ctx, order, last) : '',
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
  const users = await readUsers(ctx, await find());
  const shown = new Map(users.filter(({ user }) => isShown(user)).map(({ number, user }) => [number, user]));
  const rest = (await find(true)).filter(({ number }) => shown.has(number)).slice(offset);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    users: page.flatMap(({ number }) => shown.get(number) ?? []),
    total: shown.size,
    nextCursor: last && rest.length > limit ? writeCursor(ctx, order, last) : '',
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
): Promise<string[] | undefined> {
  const filter = await readFilter(ctx, criteria);
  if (!filter) return [];
  const members = await withMembers(ctx, filter, async (members) => members, { readsIndex: false });
  if (members.count > limit) return undefined;
  return (await findIds(ctx.db, ctx.project.id, members.slice({}))).map(({ id }) => id).sort();
}

/** Loads users in the order of their places, without those deleted in the meantime. */
async function readUsers(ctx: ProjectContext, places: Position[]): Promise<{ number: number; user: User }[]> {
  const { db, project } = ctx;
  const users: { number: number; user: User }[] = [];
  for (let start = 0; start < places.length; start += readAtOnce) {
    const numbers = places.slice(start, start + readAtOnce).map(({ number }) => number);
    const read = async () => {
      const found = await findNumberedUsers(db, project.id, numbers);
      const named = await nameAllAttributes(
        ctx,
        found.map(({ user }) => user),
      );
      return new Map(found.map(({ number }, index) => [number, named[index]!]));
    };
    const found = await (places.length > fewUsers ? readInTurn(project.id, read) : read());
    for (const number of numbers) {
      const user = found.get(number);
      if (user) users.push({ number, user });
    }
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
