import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { exportPerson } from '../../domain/administration/transfer/person/export-person.ts';
import { createAccount } from '../../domain/credentials/accounts/create-account.ts';
import { rulesForUser, rulesOf } from '../../domain/credentials/passwords/rules.ts';
import { setPassword } from '../../domain/credentials/passwords/set-password.ts';
import { deleteUser } from '../../domain/directory/users/delete-user.ts';
import { loadUser } from '../../domain/directory/users/load-user.ts';
import { searchUsers } from '../../domain/directory/users/search/search-users.ts';
import { patchUser } from '../../domain/directory/users/update-user.ts';
import { readUserId, shownStatus, type User } from '../../domain/directory/users/user.ts';
import { userToWire } from '../../domain/directory/users/wire.ts';
import { endSessionsOf } from '../../domain/sessions/sessions/end-session.ts';
import { enterProject, withService } from '../open.ts';
import {
  CommandFailure,
  type OutputOptions,
  printJson,
  printLabels,
  printLine,
  printTable,
} from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { choosePassword, type PasswordOptions } from './password.ts';
import { lastSignIn, userLabels } from './user-labels.ts';

interface Options extends OutputOptions {
  project: string;
}

interface CreateOptions extends Options, PasswordOptions {
  name?: string;
  email?: string;
  phone?: string;
  role?: string[];
  tenant?: string[];
}

export async function createUserCommand(
  terminal: Terminal,
  loginId: string,
  options: CreateOptions,
): Promise<void> {
  const { project, name, email, phone, role: roleNames, tenant: tenantIds, json } = options;
  if (roleNames && tenantIds) throw new CommandFailure('Use either --role or --tenant, not both', 2);
  const { user, password } = await withService(terminal, async (service) => {
    const ctx = await enterProject(service, project);
    const tenantId = tenantIds?.length === 1 ? tenantIds[0] : undefined;
    const password = await choosePassword(terminal, options, () => rulesOf(ctx, tenantId));
    const tenants = tenantIds?.map((tenantId) => ({ tenantId }));
    const account = { loginId, name, email, phone, roleNames, tenants, password };
    return { user: await createAccount(ctx, account), password };
  });
  printUser(terminal, user, { json, password: options.generatePassword ? password : undefined });
}

interface FindOptions extends Options {
  limit: number;
  withoutSecondFactor?: boolean;
  /** The start of a day. */
  notSignedInSince?: number;
}

export async function findUsers(
  terminal: Terminal,
  text: string | undefined,
  { project, json, ...filters }: FindOptions,
): Promise<void> {
  // The index of texts has no user IDs.
  const userId = readUserId(text ?? '');
  const criteria = userId ? { userIds: [userId] } : { text };
  const { users, total } = await withService(terminal, async (service) =>
    searchUsers(await enterProject(service, project), { ...criteria, ...filters, withTestUser: true }),
  );
  if (json) return printJson(terminal, { total, users: users.map(userToWire) });
  if (total === 0) return printLine(terminal, 'No user matches.');
  printTable(
    terminal,
    ['USER ID', 'STATUS', 'LAST SIGN-IN', 'LOGIN ID', 'NAME'],
    users.map((user) => [user.id, shownStatus(user), lastSignIn(user), user.loginIds[0] ?? '', user.name]),
  );
  if (total > users.length) printLine(terminal, `${users.length} of ${total} users; --limit prints more.`);
}

export async function showUser(terminal: Terminal, who: string, options: Options): Promise<void> {
  printUser(terminal, await withUser(terminal, who, options, async (_, user) => user), options);
}

export async function setStatus(
  terminal: Terminal,
  who: string,
  status: 'enabled' | 'disabled',
  options: Options,
): Promise<void> {
  const user = await withUser(terminal, who, options, (ctx, { id }) => patchUser(ctx, id, { status }));
  if (options.json) printJson(terminal, userToWire(user));
  else printLine(terminal, `${nameOf(user)} is ${status}.`);
}

export async function endSessions(terminal: Terminal, who: string, options: Options): Promise<void> {
  const user = await withUser(terminal, who, options, async (ctx, user) => {
    await endSessionsOf(ctx, user.id);
    return user;
  });
  if (options.json) printJson(terminal, { userId: user.id, sessionsEnded: true });
  else printLine(terminal, `All sessions of ${nameOf(user)} have ended.`);
}

export async function deleteUserCommand(terminal: Terminal, who: string, options: Options): Promise<void> {
  const user = await withUser(terminal, who, options, async (ctx, user) => {
    await deleteUser(ctx, { userId: user.id });
    return user;
  });
  if (options.json) printJson(terminal, { userId: user.id, deleted: true });
  else printLine(terminal, `${nameOf(user)} is deleted.`);
}

export async function setPasswordCommand(
  terminal: Terminal,
  who: string,
  options: Options & PasswordOptions & { temporary?: boolean },
): Promise<void> {
  const state = options.temporary ? 'temporary' : 'active';
  const { user, password } = await withUser(terminal, who, options, async (ctx, user) => {
    const password = await choosePassword(terminal, options, () => rulesForUser(ctx, user.id));
    if (password === undefined)
      throw new CommandFailure('There is no password to set. Add --password-file or --generate-password', 2);
    await setPassword(ctx, { loginId: user.id, password, state });
    return { user, password: options.generatePassword ? password : undefined };
  });
  if (options.json) printJson(terminal, { userId: user.id, state, ...(password && { password }) });
  else {
    printLine(terminal, `The password of ${nameOf(user)} is set.`);
    if (password) printLabels(terminal, passwordLabels(password));
  }
}

/** Answers a request for access: prints JSON, with or without `--json`. */
export async function exportUserCommand(
  terminal: Terminal,
  who: string,
  { output, ...options }: Options & { output?: string },
): Promise<void> {
  const isFile = output !== undefined && output !== '-';
  // Before the audit log records an export.
  if (isFile && existsSync(output))
    throw new CommandFailure(`${output} already exists. An export does not overwrite files`);
  const person = await withUser(terminal, who, options, exportPerson);
  if (!isFile) printJson(terminal, person);
  else await writeFile(output, `${JSON.stringify(person, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
}

/** Runs the work with a user who exists. */
function withUser<R>(
  terminal: Terminal,
  who: string,
  { project }: Options,
  work: (ctx: ProjectContext, user: User) => Promise<R>,
): Promise<R> {
  return withService(terminal, async (service) => {
    const ctx = await enterProject(service, project);
    try {
      return await work(ctx, await loadUser(ctx, who));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'E112102') throw error;
      throw new CommandFailure(
        `There is no user ${who} in ${project}. \`latchkey user find --project ${project}\` lists the users`,
      );
    }
  });
}

function printUser(
  terminal: Terminal,
  user: User,
  { json, password }: OutputOptions & { password?: string },
): void {
  if (json) printJson(terminal, { ...userToWire(user), ...(password && { password }) });
  else printLabels(terminal, [...userLabels(user), ...(password ? passwordLabels(password) : [])]);
}

function passwordLabels(password: string): [string, string][] {
  return [
    ['Password', password],
    ['', 'It is shown only once. Share it securely.'],
  ];
}

function nameOf({ id, loginIds }: User): string {
  return `${loginIds[0] ?? 'The user'} (${id})`;
}
