import { X509Certificate, createHash, type KeyObject } from 'node:crypto'

import { createCertifiedKey } from './keys.ts'

/** The certificate that is registered with the app, with its private key; PEM, never on a disk. */
export interface AppCertificate {
  readonly privateKeyPem: string
  readonly certificatePem: string
  /** SHA-1 of the certificate, base64url: the header x5t of an assertion. */
  readonly x5t: string
  /** SHA-256 of the certificate, base64url: the header x5t#S256 of an assertion. */
  readonly x5tS256: string
}

/** What the registration knows of the app's certificate. */
export interface RegisteredCertificates {
  /** Makes the one certificate when it is first asked for. */
  own(): Promise<AppCertificate>
  /** The public key of a registered certificate, by either of its thumbprints. */
  find(thumbprint: string): Promise<KeyObject | undefined>
}

export function createRegisteredCertificates(): RegisteredCertificates {
  let made: Promise<AppCertificate> | undefined
  const own = () => (made ??= createAppCertificate())
  return {
    own,
    async find(thumbprint) {
      const { certificatePem, x5t, x5tS256 } = await own()
      if (thumbprint !== x5t && thumbprint !== x5tS256) return undefined
      return new X509Certificate(certificatePem).publicKey
    },
  }
}

async function createAppCertificate(): Promise<AppCertificate> {
  const { privateKey, certificate } = await createCertifiedKey('Tenantscope')
  const thumbprint = (algorithm: string) =>
    createHash(algorithm).update(certificate).digest('base64url')
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: new X509Certificate(certificate).toString(),
    x5t: thumbprint('sha1'),
    x5tS256: thumbprint('sha256'),
  }
}
