import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { makeFirstLink } from '../../domain/administration/administrators/first-link.ts';
import { makeRecoveryLink } from '../../domain/administration/administrators/recovery-link.ts';
import { loadAdministrationProject } from '../../domain/project/projects/load-project.ts';
import type { Instance } from '../../instance.ts';
import { inProject, withService } from '../open.ts';
import { CommandFailure, type OutputOptions, printJson, printLabels } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface Options extends OutputOptions {
  /** The administrator who has lost the second factor. Absent: create the first owner. */
  loginId?: string;
}

export async function administratorLink(terminal: Terminal, { loginId, json }: Options): Promise<void> {
  const url = await withService(terminal, async (service) => {
    const project = await loadAdministrationProject(service);
    if (!project) throw new CommandFailure('There are no administrators yet. Start the server once first');
    return loginId === undefined ? firstLink(service) : recoveryLink(inProject(service, project), loginId);
  });
  if (json) printJson(terminal, { url });
  else
    printLabels(terminal, [
      ['Open', url],
      ['', 'It works once, within 24 hours. Anyone who has it can sign in, so share it securely.'],
    ]);
}

async function firstLink(service: Instance): Promise<string> {
  const secret = await makeFirstLink(service);
  if (secret) return `${service.baseUrl}/console/start#${secret}`;
  throw new CommandFailure(
    "An owner can already sign in. To restore another administrator's access, give --login-id",
  );
}

async function recoveryLink(ctx: ProjectContext, loginId: string): Promise<string> {
  const secret = await makeRecoveryLink(ctx, loginId).catch((error) => {
    if (!(error instanceof ServiceError) || error.code !== 'E112102') throw error;
    throw new CommandFailure(`No administrator has the login ID ${loginId}`);
  });
  return `${ctx.baseUrl}/console/join#${secret}`;
}
