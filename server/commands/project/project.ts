import type { Project, ProjectSettings } from '../../core/project.ts';
import { type RateLimits, rateLimitNames, unlimitedNetworks } from '../../core/rate-limits.ts';
import { createProject } from '../../domain/administration/instance/create-project.ts';
import { cloneProject } from '../../domain/administration/snapshots/clone-project.ts';
import { setMinimumLength } from '../../domain/credentials/passwords/settings/settings.ts';
import { loadProjects, readProject } from '../../domain/project/projects/load-project.ts';
import { updateProject } from '../../domain/project/projects/update-project.ts';
import { snapshotParts } from '../../groups.ts';
import { enterProject, inProject, withService } from '../open.ts';
import {
  CommandFailure,
  type OutputOptions,
  printJson,
  printLabels,
  printLine,
  printTable,
} from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { type BrowserOptions, browserChanges, browserLabels } from './browser-options.ts';
import { rateLimitText } from './rate-limit-option.ts';

interface CreateOptions extends OutputOptions {
  name: string;
  id?: string;
  redirectUrl?: string[];
  algorithm?: ProjectSettings['signingAlgorithm'];
  passwordMinLength?: number;
}

interface SetOptions extends OutputOptions, BrowserOptions {
  name?: string;
  redirectUrl?: string[];
  /** `false` empties the list. */
  redirectUrls: boolean;
  sessionMinutes?: number;
  algorithm?: ProjectSettings['signingAlgorithm'];
  separateApplicationTokens?: boolean;
  sessionAudience?: boolean;
  rateLimit?: Partial<RateLimits>;
  unlimitedAddress?: string[];
  /** `false` empties the list. */
  unlimitedAddresses: boolean;
}

export async function createProjectCommand(terminal: Terminal, options: CreateOptions): Promise<void> {
  const {
    name,
    id,
    redirectUrl: redirectUrls,
    algorithm: signingAlgorithm,
    passwordMinLength,
    json,
  } = options;
  const settings = { ...(redirectUrls && { redirectUrls }), ...(signingAlgorithm && { signingAlgorithm }) };
  const project = await withService(terminal, (service) =>
    createProject(service, { name, id, settings }, (ctx, project) =>
      setMinimumLength(inProject(ctx, project), passwordMinLength),
    ),
  );
  if (!project) throw new CommandFailure(`The project ${id} already exists`);
  printCreated(terminal, project, json);
}

function printCreated(terminal: Terminal, project: Project, json: boolean | undefined): void {
  if (json) {
    printJson(terminal, project);
    return;
  }
  printProject(terminal, project);
  printLine(
    terminal,
    `Create its first management key: latchkey key create --project ${project.id} --name <name>`,
  );
}

export async function cloneProjectCommand(
  terminal: Terminal,
  projectId: string,
  { name, json }: OutputOptions & { name: string },
): Promise<void> {
  const { project, notes } = await withService(terminal, async (service) => {
    const { project, notes } = await cloneProject(await enterProject(service, projectId), snapshotParts, {
      name,
    });
    return { project: await readProject(inProject(service, project)), notes };
  });
  printCreated(terminal, project, json);
  // Standard output may be read by a program.
  for (const note of notes) terminal.stderr.write(`${note}\n`);
}

export async function listProjects(terminal: Terminal, { json }: OutputOptions): Promise<void> {
  const projects = await withService(terminal, loadProjects);
  if (json) printJson(terminal, projects);
  else if (projects.length === 0) printLine(terminal, 'There are no projects.');
  else
    printTable(
      terminal,
      ['PROJECT ID', 'NAME', 'ALGORITHM', 'REDIRECT URLS'],
      projects.map(({ id, name, settings }) => [
        id,
        name,
        settings.signingAlgorithm,
        settings.redirectUrls.join(' '),
      ]),
    );
}

export async function setProject(terminal: Terminal, projectId: string, options: SetOptions): Promise<void> {
  const { name, sessionMinutes, algorithm, json } = options;
  if (options.redirectUrl && !options.redirectUrls) {
    throw new CommandFailure('Use either --redirect-url or --no-redirect-urls, not both', 2);
  }
  if (options.unlimitedAddress && !options.unlimitedAddresses) {
    throw new CommandFailure('Use either --unlimited-address or --no-unlimited-addresses, not both', 2);
  }
  const changes = {
    name,
    rateLimits: options.rateLimit,
    unlimitedAddresses: options.unlimitedAddresses ? options.unlimitedAddress : [],
    redirectUrls: options.redirectUrls ? options.redirectUrl : [],
    sessionLifetimeSeconds: sessionMinutes === undefined ? undefined : sessionMinutes * 60,
    signingAlgorithm: algorithm,
    separateApplicationTokens: options.separateApplicationTokens,
    sessionAudience: options.sessionAudience,
    ...browserChanges(options),
  };
  if (Object.values(changes).every((change) => change === undefined)) {
    throw new CommandFailure('Specify at least one setting to change. --help lists them', 2);
  }
  const project = await withService(terminal, async (service) =>
    updateProject(await enterProject(service, projectId), changes),
  );
  if (json) printJson(terminal, project);
  else printProject(terminal, project);
}

function printProject(terminal: Terminal, { id, name, settings }: Project): void {
  printLabels(terminal, [
    ['Project ID', id],
    ['Name', name],
    ['Redirect URLs', settings.redirectUrls.join(' ') || 'none'],
    ['Session tokens', `${settings.sessionLifetimeSeconds / 60} minutes, ${settings.signingAlgorithm}`],
    ['Audience', settings.sessionAudience ? 'the project' : 'none'],
    ['Other tokens', settings.applicationKeysFrom === null ? 'signed as sessions' : 'separate keys'],
    ...browserLabels(settings),
    [
      'Rate limits',
      rateLimitNames.map((name) => `${name}=${rateLimitText(settings.rateLimits[name])}`).join(' '),
    ],
    ['Not limited', unlimitedNetworks('production', settings).join(' ') || 'none'],
  ]);
}
