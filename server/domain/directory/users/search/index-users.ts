import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import type { User } from '../user.ts';
import {
  addFacets,
  findIndexed,
  findNumbers,
  foldCountRows,
  insertTexts,
  removeFacets,
  type UserText,
  writeText,
} from './store-index.ts';
import { attributeFacets, foldText, textOf } from './text.ts';

/**
 * Makes a user findable by free text and by custom attributes: part of the transaction of every change. Writes only
 * what has changed. Everything else that can be searched for follows its own tables by triggers.
 */
export async function indexUser(ctx: ProjectContext, user: User): Promise<void> {
  const { db } = ctx;
  const projectId = ctx.project.id;
  const indexed = await findIndexed(db, projectId, user.id);
  const text = sortedText(user);
  if (!indexed.text || !isSame(indexed.text, text)) await writeText(db, projectId, indexed.number, text);

  const wanted = new Set(attributeFacets(user.keptAttributes));
  const known = new Map(indexed.attributes.map(({ facet, value }) => [value, facet]));
  const gone = indexed.attributes.filter(({ value }) => !wanted.has(value)).map(({ facet }) => facet);
  const added = [...wanted].filter((value) => !known.has(value));
  if (gone.length > 0) await removeFacets(db, projectId, indexed.number, gone);
  const { number } = indexed;
  await addFacets(
    db,
    projectId,
    'attribute',
    added.map((value) => ({ number, value })),
  );
}

/** The same for users who are new: nothing is there yet. */
export async function indexNewUsers(ctx: ProjectContext, users: User[]): Promise<void> {
  const { db } = ctx;
  const projectId = ctx.project.id;
  const numbers = await findNumbers(
    db,
    projectId,
    users.map((user) => user.id),
  );
  const numberOf = (user: User) => numbers.get(user.id) as number;
  await insertTexts(
    db,
    projectId,
    users.map((user) => ({ number: numberOf(user), ...sortedText(user) })),
  );
  await addFacets(
    db,
    projectId,
    'attribute',
    users.flatMap((user) =>
      attributeFacets(user.keptAttributes).map((value) => ({ number: numberOf(user), value })),
    ),
  );
}

export function sortedText(user: User): UserText {
  return {
    name: foldText(user.name),
    email: user.email,
    phone: user.phone,
    loginId: foldText(user.loginIds[0] ?? ''),
    text: textOf(user),
  };
}

function isSame(before: UserText, after: UserText): boolean {
  return (Object.keys(after) as (keyof UserText)[]).every((key) => before[key] === after[key]);
}

/** Totals are sums of what each change has added: keeps them short. */
export function foldUserCounts(service: ServiceContext): Promise<void> {
  return foldCountRows(service.db);
}
