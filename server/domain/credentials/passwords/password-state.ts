import type { TimedProjectData } from '../../../core/context.ts';
import { rulesForUser } from './rules.ts';
import { whyNotUsable } from './sign-in.ts';
import { findPassword } from './store.ts';
import { findNextAttemptAt } from './store-attempts.ts';

/** The response that the right password of a user would get. */
export interface PasswordState {
  /** The settings allow passwords. */
  isEnabled: boolean;
  exists: boolean;
  changedAt: number;
  /** The administrator set it for one sign-in. */
  isTemporary: boolean;
  /** 0: not locked. */
  lockedAt: number;
  /** The password is temporary or has expired. */
  mustBeReplaced: boolean;
  /** The time of the next attempt. In the past: now. */
  nextAttemptAt: number;
}

export async function loadPasswordState(ctx: TimedProjectData, userId: string): Promise<PasswordState> {
  const { id } = ctx.project;
  const row = await findPassword(ctx.db, id, userId);
  const rules = await rulesForUser(ctx, userId);
  return {
    isEnabled: rules.isEnabled,
    exists: row !== undefined,
    changedAt: row?.changedAt ?? 0,
    isTemporary: row?.state === 'temporary',
    lockedAt: row?.lockedAt ?? 0,
    mustBeReplaced: row !== undefined && whyNotUsable(ctx, { row, rules }) !== undefined,
    nextAttemptAt: (await findNextAttemptAt(ctx.db, id, userId)) ?? 0,
  };
}
