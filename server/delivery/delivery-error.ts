/**
 * Reports a message that was not sent. The text is for the administrator: the other server's own words, never a
 * secret or the message.
 */
export class DeliveryError extends Error {
  /** Another attempt is useless. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent = false } = {}) {
    super(message);
    this.isPermanent = isPermanent;
  }
}
