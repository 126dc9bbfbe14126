/** It was not sent. The message is for the administrator: the other side's own words, never a secret or a text. */
export class DeliveryError extends Error {
  /** Trying again is of no use. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent = false } = {}) {
    super(message);
    this.isPermanent = isPermanent;
  }
}
