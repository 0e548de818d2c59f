import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A certificate and the private key that belongs to it, one PEM block each. */
export interface CertifiedKey {
  readonly certificatePem: string
  readonly privateKeyPem: string
}

/** How the app registration proves itself to Microsoft. In clear: it never leaves the process. */
export type ConnectionCredential =
  | { readonly kind: 'secret'; readonly secret: string }
  | ({ readonly kind: 'certificate' } & CertifiedKey)
  /** The token stands in a file that the environment names, and is read whenever one is needed. */
  | { readonly kind: 'federated' }

/** Why a text is no certificate with its key; the message is for people and holds nothing of the text. */
export interface CertificateProblem {
  readonly problem: string
}

/** What the portal shows of a certificate. */
export interface CertificateFacts {
  readonly subject: string
  /** SHA-1, upper-case hex. */
  readonly thumbprint: string
  readonly startsAt: Date
  readonly expiresAt: Date
}

const MIN_RSA_BITS = 2_048
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/gu

/**
 * The certificate and private key in a PEM text, in any order, also with the certificates of its
 * issuers. Whether it has expired is for the caller to ask: an old one must not keep a start back.
 */
export function certifiedKeyIn(text: string): CertifiedKey | CertificateProblem {
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
    return { problem: 'The certificate and the private key do not belong together' }
  return {
    certificatePem: certificate.toString(),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Throws when the text is no certificate: what is stored was checked before. */
export function certificateFactsOf(certificatePem: string): CertificateFacts {
  const certificate = new X509Certificate(certificatePem)
  return {
    // Absent in a certificate without a subject, whatever the types say.
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
    return 'The certificate is missing: certificate and private key are needed, both in PEM'
  if (keys.length === 0)
    return 'The private key is missing: certificate and private key are needed, both in PEM'
  return keys.length > 1
    ? 'There is more than one private key; keep the one that belongs to it'
    : null
}

/** PKCS #8 says it in the label, the older form in a header. */
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

/** Microsoft signs app registrations in with RSA keys alone. */
function weaknessOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType !== 'rsa')
    return 'Only RSA keys can be used with Microsoft; this is another'
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  return bits < MIN_RSA_BITS
    ? `The RSA key has ${bits} bits; at least ${MIN_RSA_BITS} are needed`
    : null
}
