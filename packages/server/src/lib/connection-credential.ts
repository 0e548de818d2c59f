import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A certificate and its private key, one PEM block each. */
export interface CertifiedKey {
  readonly certificatePem: string
  readonly privateKeyPem: string
}

/** The credential of the app registration, decrypted. It never leaves the process. */
export type ConnectionCredential =
  | { readonly kind: 'secret'; readonly secret: string }
  | ({ readonly kind: 'certificate' } & CertifiedKey)
  /** The token is in a file that the environment names; it is read whenever one is required. */
  | { readonly kind: 'federated' }

/** The facts that the portal shows of a certificate. */
export interface CertificateFacts {
  readonly subject: string
  /** SHA-1, upper-case hex. */
  readonly thumbprint: string
  readonly startsAt: Date
  readonly expiresAt: Date
}

const MIN_RSA_BITS = 2_048
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----(?:(?!-----BEGIN )[\s\S])*?-----END \1-----/gu

/**
 * Reads the certificate and private key from a PEM text, in any order; issuers' certificates are
 * ignored. A problem is a text for users without any of the given text. Expiry is checked by the caller, because an expired certificate must not prevent a
 * start.
 */
export function certifiedKeyIn(text: string): CertifiedKey | { problem: string } {
  const blocks = Array.from(text.matchAll(BLOCK), ([pem, label = '']) => ({ pem, label }))
  const keys = blocks.filter(({ label }) => label.endsWith('PRIVATE KEY'))
  const certificates = blocks.filter(({ label }) => label === 'CERTIFICATE')
  const problem = problemOf(keys, certificates)
  if (problem !== null) return { problem }
  const privateKey = readable(keys, createPrivateKey)?.[0]
  if (privateKey === undefined) return { problem: 'The private key cannot be read' }
  const read = readable(certificates, (pem) => new X509Certificate(pem))
  if (read === null) return { problem: 'The certificate cannot be read' }
  const weakness = weaknessOf(privateKey)
  if (weakness !== null) return { problem: weakness }
  const certificate = read.find((each) => each.checkPrivateKey(privateKey))
  if (certificate === undefined)
    return { problem: 'The certificate and the private key do not match' }
  return {
    certificatePem: certificate.toString(),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Returns the facts of a stored certificate; throws when the text is not a certificate. */
export function certificateFactsOf(certificatePem: string): CertificateFacts {
  const certificate = new X509Certificate(certificatePem)
  return {
    // Undefined in a certificate without a subject, contrary to the types.
    subject: (certificate.subject as string | undefined)?.replaceAll('\n', ', ') ?? '',
    thumbprint: certificate.fingerprint.replaceAll(':', ''),
    startsAt: certificate.validFromDate,
    expiresAt: certificate.validToDate,
  }
}

interface Block {
  readonly pem: string
  readonly label: string
}

function problemOf(keys: readonly Block[], certificates: readonly Block[]): string | null {
  if (keys.length === 0 && certificates.length === 0)
    return 'This is not PEM. Convert a PFX or DER file to PEM first, for example with: openssl pkcs12 -in file.pfx -out certificate.pem -nodes'
  if (keys.some(isEncrypted))
    return 'The private key is encrypted. Remove its passphrase first, for example with: openssl pkey -in key.pem -out plain-key.pem'
  if (certificates.length === 0)
    return 'The certificate is missing: certificate and private key are required, both in PEM'
  if (keys.length === 0)
    return 'The private key is missing: certificate and private key are required, both in PEM'
  return keys.length > 1
    ? 'There is more than one private key; keep the one that matches the certificate'
    : null
}

/** PKCS #8 states it in the label, the older format in a header. */
const isEncrypted = ({ pem, label }: Block): boolean =>
  label.startsWith('ENCRYPTED') || /^Proc-Type:.*ENCRYPTED/mu.test(pem)

function readable<Value>(
  blocks: readonly Block[],
  read: (pem: string) => Value,
): readonly Value[] | null {
  try {
    return blocks.map(({ pem }) => read(pem))
  } catch {
    return null
  }
}

/** Microsoft accepts only RSA keys for app registrations. */
function weaknessOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType !== 'rsa')
    return 'Microsoft accepts RSA keys only; this key has another type'
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  return bits < MIN_RSA_BITS
    ? `The RSA key has ${bits} bits; at least ${MIN_RSA_BITS} are required`
    : null
}
