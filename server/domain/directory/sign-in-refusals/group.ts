import { group } from '../../group.ts';
import { recordCountedRefusals } from './record-refusal.ts';

export const signInRefusals = group({ name: 'directory/sign-in-refusals', sweep: recordCountedRefusals });
