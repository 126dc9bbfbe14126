import { group } from '../../group.ts';
import { otpEndpoints } from './endpoints.ts';

export const otp = group({ name: 'credentials/otp', endpoints: otpEndpoints });
