import type { ProjectContext } from '../../../core/context.ts';
import type { User } from '../../directory/users/user.ts';
import { type Attempt, listAttempts, listAttemptsByName } from './attempts.ts';
import { checkDomain, checks } from './checks.ts';
import type { Finding, MethodFinding } from './finding.ts';
import { explainMethods } from './methods.ts';
import { findSubject } from './subject.ts';

export interface Explanation {
  /** Absent if there is no such user, or several. */
  user?: User;
  /** At least one method would succeed, perhaps with a further step. */
  canSignIn: boolean;
  findings: Finding[];
  methods: MethodFinding[];
  /** The last ten, newest first. */
  attempts: Attempt[];
}

/** Explains what a sign-in by this name would do now, and what the last ones did. Changes nothing. */
export async function explainSignIn(ctx: ProjectContext, name: string): Promise<Explanation> {
  const subject = await findSubject(ctx, name);
  if (typeof subject === 'string') {
    const code = subject === 'several' ? 'severalUsers' : 'unknownUser';
    return {
      canSignIn: false,
      findings: [{ code, outcome: 'blocks' }, ...(await checkDomain(ctx, name))],
      methods: [],
      attempts: await listAttemptsByName(ctx, name),
    };
  }
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await check(ctx, subject)));
  const needsSso = findings.some(({ code }) => code === 'ssoRequired' || code === 'ssoMissing');
  const methods = await explainMethods(ctx, subject, needsSso);
  const isOpen = findings.every(({ outcome }) => outcome !== 'blocks');
  return {
    user: subject.user,
    canSignIn:
      isOpen && methods.some((method) => method.findings.every(({ outcome }) => outcome !== 'blocks')),
    findings,
    methods,
    attempts: await listAttempts(ctx, subject.user.id),
  };
}
