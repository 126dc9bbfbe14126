import type { ServiceContext } from '../core/context.ts';
import { DeliveryError } from './delivery-error.ts';

/** Throws if this instance holds messages. Call it before sending past the outbox. */
export function refuseHeld({ holdsMessages }: ServiceContext): void {
  if (holdsMessages)
    throw new DeliveryError('this instance sends nothing, because LATCHKEY_HOLD_MESSAGES is set');
}
