import type { CDPSession, Page } from 'playwright-core';

/** Chromium's virtual authenticator: a platform authenticator whose user is present and agrees. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  static async attach(page: Page, options: { hasUserVerification?: boolean } = {}) {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { hasUserVerification = true } = options;
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification,
        isUserVerified: hasUserVerification,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  async credentials() {
    const { credentials } = await this.#session.send('WebAuthn.getCredentials', {
      authenticatorId: this.#id,
    });
    return credentials;
  }

  /** Adds a passkey of another authenticator. */
  async add(credential: Awaited<ReturnType<VirtualAuthenticator['credentials']>>[number]): Promise<void> {
    await this.#session.send('WebAuthn.addCredential', { authenticatorId: this.#id, credential });
  }

  /** Sets the counter of its next responses, like a copy of an older state. */
  async setSignCount(signCount: number): Promise<void> {
    const authenticatorId = this.#id;
    for (const credential of await this.credentials()) {
      const { credentialId } = credential;
      await this.#session.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      await this.#session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    }
  }

  async detach(): Promise<void> {
    await this.#session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: this.#id });
    await this.#session.detach();
  }
}
