import type { CurrentUser } from '@tenantscope/contract/auth'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { CREDENTIAL_WARNING_DAYS } from '@tenantscope/contract/limits'

import { cloudOf } from '../../lib/azure-config.ts'
import { connectionRefusal } from '../../lib/connection-refusal.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { useNow } from '../../lib/use-now.ts'
import { Notice } from '../../ui/notice.tsx'
import { PortalButton } from '../../ui/portal-button.tsx'

/** Warns that the credential expires soon or has expired. */
export function CredentialExpiryBar({ stored }: { stored: AzureConfig }) {
  const format = useFormat()
  const now = useNow()
  const reader = useCurrentUser()
  const { credentialExpiresAt } = stored
  const daysLeft = daysLeftSoon(credentialExpiresAt, now)
  const isRefused = useStore(connectionRefusal) !== null
  if (daysLeft === null || credentialExpiresAt === null) return null
  // The bar above every page says the same.
  if (isRefused && daysLeft < 0) return null
  return (
    <Notice
      intent={daysLeft < 0 ? 'error' : 'warning'}
      title={expiryTitle(stored, daysLeft)}
      actions={<PortalButton href={cloudOf(stored)?.portalUrl} />}
    >
      {daysLeft < 0 ? 'It expired' : 'It expires'} {format.dateTime(credentialExpiresAt)}.{' '}
      {expiryAdvice(stored, reader)}
    </Notice>
  )
}

const DAY_MS = 86_400_000

/** Returns the days until the credential expires, negative afterwards; null when it is unknown or far away. */
function daysLeftSoon(credentialExpiresAt: string | null, now: Date): number | null {
  if (credentialExpiresAt === null) return null
  const days = Math.floor((new Date(credentialExpiresAt).getTime() - now.getTime()) / DAY_MS)
  return days <= CREDENTIAL_WARNING_DAYS ? days : null
}

/** 'The client secret expires in 12 days'. */
function expiryTitle({ credentialKind }: AzureConfig, daysLeft: number): string {
  const name = credentialKind === 'certificate' ? 'The certificate' : 'The client secret'
  if (daysLeft < 0) return `${name} has expired`
  if (daysLeft === 0) return `${name} expires within a day`
  return `${name} expires in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`
}

/** The next step, for administrators and for other users. */
function expiryAdvice({ credentialKind }: AzureConfig, { isAdmin }: CurrentUser): string {
  if (!isAdmin) return `${CONSEQUENCE} Ask an administrator of Tenantscope to renew it.`
  return credentialKind === 'certificate'
    ? `Create a new certificate, upload its public part to the app registration under Certificates & secrets, choose the certificate with its key below, and save. ${CONSEQUENCE}`
    : `Create a new client secret in the app registration under Certificates & secrets, enter its value below, and save. ${CONSEQUENCE}`
}

const CONSEQUENCE = 'Tenants cannot be read after it expires.'
