import type { ErrorCode } from '../../../../core/errors.ts';
import { generalReasons } from './general.ts';
import { managementReasons } from './management.ts';
import { signInReasons } from './sign-in.ts';

/** A possible reason for an error, and what the caller does about it. Both are Markdown. */
export type Reason = readonly [cause: string, remedy: string];

/** The reasons for every error code, most frequent first. Without one for a new code, this does not compile. */
export const reasonsOf: Record<ErrorCode, readonly Reason[]> = {
  ...generalReasons,
  ...signInReasons,
  ...managementReasons,
};
