import type { CurrentUser } from '@tenantscope/contract/auth'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { CREDENTIAL_WARNING_DAYS } from '@tenantscope/contract/limits'

const DAY_MS = 86_400_000

/** Whole days until the credential in use ends, below zero after it; null where nobody knows or it is far. */
export function daysLeftSoon(credentialExpiresAt: string | null, now: Date): number | null {
  if (credentialExpiresAt === null) return null
  const days = Math.floor((new Date(credentialExpiresAt).getTime() - now.getTime()) / DAY_MS)
  return days <= CREDENTIAL_WARNING_DAYS ? days : null
}

/** 'The client secret expires in 12 days'. */
export function expiryTitle({ credentialKind }: AzureConfig, daysLeft: number): string {
  const name = credentialKind === 'certificate' ? 'The certificate' : 'The client secret'
  if (daysLeft < 0) return `${name} has expired`
  if (daysLeft === 0) return `${name} expires within a day`
  return `${name} expires in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`
}

/** What to do about it, for who can and for who cannot. */
export function expiryAdvice({ credentialKind }: AzureConfig, { isAdmin }: CurrentUser): string {
  if (!isAdmin) return `${CONSEQUENCE} Ask an administrator of Tenantscope to renew it.`
  return credentialKind === 'certificate'
    ? `Make a new certificate, upload its public part to the app registration under Certificates & secrets, choose the certificate with its key below, and save. ${CONSEQUENCE}`
    : `Make a new client secret in the app registration under Certificates & secrets, enter its value below, and save. ${CONSEQUENCE}`
}

const CONSEQUENCE = 'Nothing can be read after it has ended.'
