import { createPrivateKey } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';
import { type CertifiedKey, createCertifiedKey } from '../protocols/saml/self-signed.ts';
import type { Signer } from '../protocols/saml/sign.ts';

export type SimulatorSigner = Required<Signer>;

/**
 * Returns the signing key of each provider, created at its first use and stored, because connected tenants
 * trust it.
 */
export type SimulatorKeys = (provider: string) => Promise<SimulatorSigner>;

const maxProviders = 1000;

export function createSimulatorKeys(file: string, now: Clock): SimulatorKeys {
  const signers = new Map<string, Promise<SimulatorSigner>>();
  let stored: Promise<Record<string, CertifiedKey>> | undefined;
  let lastWrite: Promise<void> = Promise.resolve();

  async function load(provider: string): Promise<SimulatorSigner> {
    stored ??= readKeys(file);
    const keys = await stored;
    if (!keys[provider]) {
      if (Object.keys(keys).length >= maxProviders) {
        throw new ServiceError('E011004', `The simulator has ${maxProviders} providers: use one of them`);
      }
      keys[provider] = await createCertifiedKey(`Latchkey simulator: ${provider}`, now());
      lastWrite = lastWrite.then(() => writeKeys(file, keys));
      await lastWrite;
    }
    return toSigner(keys[provider]);
  }

  // A failed read or write is final: a tenant must not trust a key that is lost at the next start.
  return (provider) => {
    const known = signers.get(provider);
    if (known) return known;
    const signer = load(provider);
    signers.set(provider, signer);
    return signer;
  };
}

export function toSigner({ privateKeyPem, certificatePem }: CertifiedKey): SimulatorSigner {
  return { privateKey: createPrivateKey(privateKeyPem), certificate: certificatePem };
}

async function readKeys(file: string): Promise<Record<string, CertifiedKey>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    // Without a prototype: a provider may be called "constructor".
    return Object.assign(Object.create(null), JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is damaged: delete it, then connect the tenants to the simulator again`, {
      cause,
    });
  }
}

/** A crash leaves the old file or the new one, never half of one. */
async function writeKeys(file: string, keys: Record<string, CertifiedKey>): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Another instance may write this folder at the same time.
  const written = `${file}.${process.pid}.new`;
  await writeFile(written, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  await rename(written, file);
}
