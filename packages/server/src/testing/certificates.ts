import { generateKeyPairSync, X509Certificate } from 'node:crypto'

import { selfSignedCertificate } from '@tenantscope/graph-sim/identity/certificate'

import type { CertifiedKey } from '../lib/connection-credential.ts'

/** A new RSA key and its certificate, valid from 2025 to the end of 2048. */
export function newCertifiedKey({
  commonName = 'Tenantscope tests',
  bits = 2_048,
}: { commonName?: string; bits?: number } = {}): CertifiedKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const certificate = selfSignedCertificate(commonName, publicKey, privateKey)
  return {
    certificatePem: new X509Certificate(certificate).toString(),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
