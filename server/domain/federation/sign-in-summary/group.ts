import { group } from '../../group.ts';
import { signInSummaryEndpoints } from './endpoints.ts';

export const signInSummary = group({ name: 'federation/sign-in-summary', endpoints: signInSummaryEndpoints });
