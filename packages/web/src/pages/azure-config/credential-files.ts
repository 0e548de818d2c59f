/** A file of a certificate, its private key, or both, in PEM. */
export interface CredentialFile {
  readonly name: string
  readonly text: string
}

/** The file types of the dialog; other files can be chosen too, and get an error text. */
export const CREDENTIAL_FILE_TYPES = '.pem,.crt,.cer,.key,.pfx,.p12'

/** Larger than any certificate with its chain and key. */
const LARGEST_BYTES = 50_000

const BINARY_STORE = /\.(?:pfx|p12)$/i
const CERTIFICATE = /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/
const PRIVATE_KEY = /-----BEGIN (?:RSA |EC )?PRIVATE KEY-----/
const SEALED_KEY = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/

/** Reads a chosen file, or says why it cannot be used. Nothing leaves the browser before it is saved. */
export async function readCredentialFile(
  file: File,
): Promise<{ file: CredentialFile } | { problem: string }> {
  const { name } = file
  if (BINARY_STORE.test(name)) return { problem: binaryStoreText(name) }
  if (file.size > LARGEST_BYTES) return { problem: `${name} is too large for a certificate.` }
  const text = await file.text()
  const problem = problemIn(name, text)
  return problem === null ? { file: { name, text } } : { problem }
}

/** Returns the content of the files: 'Certificate', 'Private key', or both. */
export function partsIn({ text }: CredentialFile): string {
  if (!PRIVATE_KEY.test(text)) return 'Certificate'
  return CERTIFICATE.test(text) ? 'Certificate and private key' : 'Private key'
}

/** Returns the missing choice; null when certificate and key are present. */
export function missingCredentialPart(files: readonly CredentialFile[]): string | null {
  const pem = pemOf(files)
  if (pem === '') return 'Choose the certificate and its private key'
  if (!CERTIFICATE.test(pem)) return 'Also choose the certificate: only a private key was chosen'
  return PRIVATE_KEY.test(pem)
    ? null
    : 'Also choose the private key: a certificate alone is not enough'
}

export function pemOf(files: readonly CredentialFile[]): string {
  return files.map(({ text }) => text.trim()).join('\n')
}

function problemIn(name: string, text: string): string | null {
  if (SEALED_KEY.test(text))
    return `The private key in ${name} is protected by a password. Remove the password: openssl pkey -in ${name} -out key.pem`
  if (CERTIFICATE.test(text) || PRIVATE_KEY.test(text)) return null
  return `${name} holds neither a certificate nor a private key in PEM, the text form that begins with -----BEGIN. Convert a binary .cer or .crt to PEM: openssl x509 -inform der -in ${name} -out certificate.pem`
}

function binaryStoreText(name: string): string {
  return `${name} was not read: a .pfx or .p12 file keeps the key under a password, which Tenantscope does not ask for. Convert it to PEM and choose that file: openssl pkcs12 -in ${name} -nodes -out certificate.pem`
}
