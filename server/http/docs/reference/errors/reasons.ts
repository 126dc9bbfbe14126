import type { ErrorCode } from '../../../../core/errors.ts';
import { generalReasons } from './general.ts';
import { managementReasons } from './management.ts';
import type { Reason } from './reason.ts';
import { signInReasons } from './sign-in.ts';

/** The reasons for every error code, most frequent first. Without one for a new code, this does not compile. */
export const reasonsOf: Record<ErrorCode, readonly Reason[]> = {
  ...generalReasons,
  ...signInReasons,
  ...managementReasons,
};
