import type { ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Db } from '../../../storage/tables.ts';
import { ancestorsWithHeir, loadPlaces, type Place } from '../../directory/tenants/role-inheritance.ts';
import { combinePolicies, type SignInPolicy } from './policy.ts';
import { listPolicyRows, type PolicyRow } from './store.ts';

type Row = Pick<PolicyRow, 'scope' | 'subjectId' | 'policy'>;

/** Policies that apply together and that no user can satisfy together. */
export interface Conflict {
  /** Identical for the same policies of the same owners. */
  key: string;
  /** The problem, and what to do about it. */
  problem: string;
}

/**
 * Finds policies that lock users out: of the project and of another owner, and of tenants in which the members of one tenant have
 * roles, because all of them apply to these members. Costs one query, and in projects with the policies of several tenants one
 * more for each level of the tree.
 */
export async function findConflicts(db: Db, projectId: string): Promise<Conflict[]> {
  const rows: Row[] = await listPolicyRows(db, projectId);
  const project = rows.filter(({ scope }) => scope === 'project');
  const withProject = rows.flatMap((row) => conflictWithProject(project, row));
  const tenants = rows.filter((row) => row.scope === 'tenant' && !missingIn([...project, row]));
  if (tenants.length < 2) return withProject;
  const ids = tenants.map(({ subjectId }) => subjectId);
  const places = await loadPlaces(db, projectId, ids);
  const groups = new Map<string, Row[]>();
  for (const row of tenants) {
    const { subjectId } = row;
    for (const id of [subjectId, ...ancestorsWithHeir(places, subjectId).map(({ id }) => id)])
      groups.set(id, [...(groups.get(id) ?? []), row]);
  }
  // Those with few policies first: a conflict is named at the lowest tenant whose members it concerns.
  const ofTenants = [...groups]
    .sort(([, one], [, other]) => one.length - other.length)
    .flatMap(([id, group]) => conflictsIn(places, id, { project, group }));
  const found = new Map<string, Conflict>();
  for (const one of [...withProject, ...ofTenants]) if (!found.has(one.key)) found.set(one.key, one);
  return [...found.values()];
}

/** Runs a change, and refuses it (E011004) if policies lock users out that did not before. The transaction holds the project. */
export async function keepingCompatible(ctx: ProjectData, change: () => Promise<void>): Promise<void> {
  const find = () => findConflicts(ctx.db, ctx.project.id);
  const before = new Set((await find()).map(({ key }) => key));
  await change();
  const conflict = (await find()).find(({ key }) => !before.has(key));
  if (conflict) throw new ServiceError('E011004', conflict.problem);
}

/** Returns the kind of factor of which none is left if these policies apply together. */
function missingIn(rows: Row[]): 'first' | 'second' | undefined {
  const applying = rows.map(({ policy }) => ({
    policy: JSON.parse(policy) as SignInPolicy,
    requiredSince: 0,
  }));
  const { firstFactors, secondFactor } = combinePolicies(applying);
  if (secondFactor.when !== 'never' && secondFactor.methods.length === 0) return 'second';
  return firstFactors?.length === 0 ? 'first' : undefined;
}

function conflictWithProject(project: Row[], other: Row): Conflict[] {
  const missing = other.scope === 'project' ? undefined : missingIn([...project, other]);
  if (!missing) return [];
  const { scope, subjectId } = other;
  const problem =
    `The policies of the project and of the ${scope} ${subjectId} have no ${missing} factor in common. ` +
    'Choose one that both accept';
  return [{ key: keyOf([...project, other]), problem }];
}

/** Returns the conflicts of the policies that apply to the members of a tenant who have a role there. */
function conflictsIn(
  places: Map<string, Place>,
  id: string,
  { project, group }: { project: Row[]; group: Row[] },
): Conflict[] {
  const missing = missingIn([...project, ...group]);
  if (!missing) return [];
  const nameOf = (tenantId: string) => `${places.get(tenantId)?.name ?? ''} (${tenantId})`;
  const conflictOf = (rows: Row[], missing: 'first' | 'second'): Conflict => {
    const [own, ...below] = rows.toSorted((a, b) => Number(b.subjectId === id) - Number(a.subjectId === id));
    const last = nameOf(below.at(-1)?.subjectId ?? '');
    const whose =
      own?.subjectId === id && below.length === 1
        ? `the tenant ${nameOf(id)} and of its sub-tenant ${last}`
        : `the tenants ${rows.map(({ subjectId }) => nameOf(subjectId)).join(', ')}`;
    const problem =
      `The policies of ${whose} have no ${missing} factor in common, so members of ${nameOf(id)} who have a role in ` +
      `all of them cannot sign in. Choose one that all accept, or set \`roleInheritance\` of ${last} to \`none\``;
    return { key: keyOf([...project, ...rows]), problem };
  };
  const pairs = pairsOf(group).flatMap((pair) => {
    const missing = missingIn([...project, ...pair]);
    return missing ? [conflictOf(pair, missing)] : [];
  });
  // Each two of several policies can have a factor in common, and all of them none.
  return pairs.length > 0 ? pairs : [conflictOf(group, missing)];
}

function pairsOf(rows: Row[]): [Row, Row][] {
  return rows.flatMap((one, index) => rows.slice(index + 1).map((other): [Row, Row] => [one, other]));
}

function keyOf(rows: Row[]): string {
  return JSON.stringify(rows.map(({ scope, subjectId, policy }) => [scope, subjectId, policy]));
}
