import { rotateAssertionKeys } from '../domain/jwt/assertion-keys.ts';
import { loadProjects } from '../domain/projects/load-project.ts';
import { rotateSigningKey } from '../domain/projects/signing-keys.ts';
import { enterProject, inProject, withService } from './open.ts';
import { asTime, type OutputOptions, printJson, printLine, printTable } from './output.ts';

export async function rotateKeys({ project, json }: OutputOptions & { project?: string }): Promise<void> {
  const rotated = await withService(async (service) => {
    const contexts = project
      ? [await enterProject(service, project)]
      : (await loadProjects(service)).map((project) => inProject(service, project));
    const keys: { projectId: string; kid: string; signsFrom: string }[] = [];
    for (const ctx of contexts) {
      const { id, signsFrom } = await rotateSigningKey(ctx);
      for (const key of [{ id, signsFrom }, ...(await rotateAssertionKeys(ctx))]) {
        keys.push({ projectId: ctx.project.id, kid: key.id, signsFrom: asTime(key.signsFrom) });
      }
    }
    return keys;
  });
  if (json) {
    printJson(rotated);
    return;
  }
  printTable(
    ['PROJECT ID', 'NEW KID', 'SIGNS FROM'],
    rotated.map(({ projectId, kid, signsFrom }) => [projectId, kid, signsFrom]),
  );
  printLine('The old keys sign until then, and stay published until their last tokens have run out.');
}
