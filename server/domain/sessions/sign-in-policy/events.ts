import { question } from '../../../core/event.ts';

/** Asks for the number of recovery codes that a user can still use. */
export const recoveryCodesLeft = question<{ userId: string }, number>('recoveryCodesLeft');
