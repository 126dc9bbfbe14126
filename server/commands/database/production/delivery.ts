import { Resolver } from 'node:dns/promises';
import { createOutbound } from '../../../core/outbound.ts';
import type { Project } from '../../../core/project.ts';
import type { Connector } from '../../../delivery/connectors/connector.ts';
import { loadConnector } from '../../../delivery/connectors/connectors.ts';
import { openSmtp, type SmtpConnector } from '../../../delivery/email/smtp.ts';
import { loadStreams } from '../../../domain/project/audit-streams/change-streams.ts';
import { loadProjects } from '../../../domain/project/projects/load-project.ts';
import { attention, type Finding, inDatabase, ok, type Subject, unknown } from './line.ts';

/** Connects to the mail server of each project and signs in, without sending a message. */
export const checkMail = inDatabase(async (_, subject) =>
  worst(
    (await mailConnectors(subject)).map(async ({ project, connector }) => {
      if (!connector) return attention(`${project.name}: no connector for email`);
      if (connector.provider !== 'smtp')
        return unknown(`${project.name}: ${connector.provider} can be tested only by a message`);
      return verifySmtp(subject, project, connector as unknown as SmtpConnector);
    }),
  ),
);

async function verifySmtp({ config }: Subject, project: Project, connector: SmtpConnector): Promise<Finding> {
  const { host, port } = connector.settings;
  const name = `${project.name}: ${host}:${port}`;
  try {
    const { resolve } = createOutbound(config.allowedPrivateNetworks);
    const baseUrl = config.baseUrl ?? 'http://localhost';
    const transport = await openSmtp({ resolve, baseUrl }, connector, { maxConnections: 1 });
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
    return ok(`${name} accepts the sign-in`);
  } catch (error) {
    return attention(`${name}: ${(error as Error).message}`);
  }
}

export const checkMailDomains = inDatabase(async (_, subject) => {
  const senders = (await mailConnectors(subject)).map(({ connector }) => connector?.settings['fromAddress']);
  const domains = new Set(
    senders.flatMap((from) => (typeof from === 'string' ? [from.split('@').at(-1)!] : [])),
  );
  if (domains.size === 0) return unknown('no project has a sender');
  return worst([...domains].map(checkDomain));
});

async function checkDomain(domain: string): Promise<Finding> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  try {
    const [spf, dmarc] = await Promise.all([
      hasRecord(resolver, domain, 'v=spf1'),
      hasPolicy(resolver, domain),
    ]);
    const missing = [!spf && 'SPF', !dmarc && 'DMARC'].filter(Boolean);
    return missing.length === 0
      ? ok(domain)
      : attention(`${domain} has no ${missing.join(' and no ')} record`);
  } catch (error) {
    return unknown(`${domain} cannot be looked up (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** A subdomain without a record of its own has the policy of a domain above (RFC 7489 §6.6.3). */
async function hasPolicy(resolver: Resolver, domain: string): Promise<boolean> {
  const labels = domain.split('.');
  for (let first = 0; first <= labels.length - 2; first += 1) {
    if (await hasRecord(resolver, `_dmarc.${labels.slice(first).join('.')}`, 'v=DMARC1')) return true;
  }
  return false;
}

async function hasRecord(resolver: Resolver, name: string, start: string): Promise<boolean> {
  try {
    const records = await resolver.resolveTxt(name);
    return records.some((parts) => parts.join('').startsWith(start));
  } catch (error) {
    if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

export const checkAuditStreams = inDatabase(async (database, { sealer }) => {
  if (!sealer) return unknown('without the secret key, the streams cannot be read');
  return worst(
    (await loadProjects(database)).map(async (project) => {
      const streams = await loadStreams({ db: database.db, sealer, project });
      if (streams.length === 0) return attention(`${project.name}: no stream`);
      const failing = streams.find(({ lastError }) => lastError);
      if (failing) return attention(`${project.name}: ${failing.name} fails: ${failing.lastError}`);
      return ok(`${project.name}: ${streams.map(({ name }) => name).join(', ')}`);
    }),
  );
});

async function mailConnectors({
  database,
  sealer,
}: Subject): Promise<{ project: Project; connector: Connector | undefined }[]> {
  if (!database || !sealer) return [];
  const projects = await loadProjects(database);
  return Promise.all(
    projects.map(async (project) => ({
      project,
      connector: await loadConnector({ db: database.db, sealer }, project.id, 'email'),
    })),
  );
}

const severity = ['ok', 'unknown', 'attention'] as const;

/** Joins the findings of several projects: those of the worst kind. */
async function worst(pending: Promise<Finding>[]): Promise<Finding> {
  const findings = await Promise.all(pending);
  if (findings.length === 0) return unknown('there is no project that could be checked');
  const result = severity.findLast((kind) => findings.some((one) => one.result === kind))!;
  const details = findings.filter((one) => one.result === result).map(({ detail }) => detail);
  return { result, detail: details.join('; ') };
}
