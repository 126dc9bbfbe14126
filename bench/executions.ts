import { randomBytes } from 'node:crypto';
import { hashSecret, newSecret, type Sealer } from '../server/core/crypto.ts';
import {
  type ExecutionState,
  executionLifetimeMs,
  sealFor,
  wholeId,
} from '../server/domain/pages/flows/run/execution.ts';
import type { Db } from '../server/storage/tables.ts';
import { projectId } from './settings.ts';

/** The screens at which prepared executions wait. */
export type WaitingScreen = 'password' | 'authenticator';

/** A flow that a user has begun. */
export interface PreparedExecution {
  executionId: string;
  stepId: string;
  nonce: string;
}

/** The executions of each user, by their screen. */
export type Executions = Record<WaitingScreen, Map<string, PreparedExecution[]>>;

interface User {
  id: string;
  loginId: string;
}

const flowId = 'sign-in';
const stepId = '1';
const perUser = 2;
const rowsPerStatement = 100;

/** Inserts executions of users who have given their address, as `/v1/flow/start` stores them. */
export async function insertExecutions(db: Db, sealer: Sealer, users: User[]): Promise<Executions> {
  const now = Date.now();
  const until = now + executionLifetimeMs;
  const ctx = { sealer, project: { id: projectId } } as Parameters<typeof sealFor>[0];
  const prepared: Executions = { password: new Map(), authenticator: new Map() };
  const rows = Object.entries(prepared).flatMap(([screen, ofUsers]) =>
    users.flatMap((user) => {
      const mine = Array.from({ length: perUser }, () => rowFor(screen as WaitingScreen, user));
      ofUsers.set(
        user.id,
        mine.map(({ nonce, id }) => ({ executionId: wholeId(flowId, id), stepId, nonce })),
      );
      return mine;
    }),
  );
  await db.transaction().execute(async (db) => {
    for (let at = 0; at < rows.length; at += rowsPerStatement) {
      const values = rows.slice(at, at + rowsPerStatement).map(({ nonce: _, ...row }) => row);
      await db.insertInto('flowExecutions').values(values).execute();
    }
  });
  return prepared;

  function rowFor(screen: WaitingScreen, { loginId }: User) {
    const id = randomBytes(18).toString('hex');
    const nonce = `1.${newSecret()}`;
    const state: ExecutionState = {
      screen,
      depth: Number(stepId),
      visit: { loginId },
      locale: 'en',
      page: { url: '', origin: '', hasPasskeys: true },
      until,
    };
    return {
      projectId,
      id,
      flowId,
      nonce,
      sealedState: sealFor(ctx, 'state', id, state),
      sequence: 1,
      nonceHash: hashSecret(nonce),
      spentNonceHash: '',
      requestHash: '',
      workingSince: 0,
      sealedAnswer: '',
      answeredAt: 0,
      isCompleted: 0 as const,
      sessionId: '',
      userId: null,
      createdAt: now,
      expiresAt: until,
    };
  }
}
