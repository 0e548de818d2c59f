import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { cloudOf } from '../../lib/azure-config.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { PortalButton } from '../../ui/portal-button.tsx'
import { daysLeftSoon, expiryAdvice, expiryTitle } from './credential-expiry.ts'

/** The credential ends soon, or has ended: what that means and what to do. */
export function CredentialExpiryBar({ stored }: { stored: AzureConfig }) {
  const format = useFormat()
  const now = useNow()
  const reader = useCurrentUser()
  const { credentialExpiresAt } = stored
  const daysLeft = daysLeftSoon(credentialExpiresAt, now)
  if (daysLeft === null || credentialExpiresAt === null) return null
  return (
    <MessageBar intent={daysLeft < 0 ? 'error' : 'warning'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{expiryTitle(stored, daysLeft)}</MessageBarTitle>
        {daysLeft < 0 ? 'It ended' : 'It ends'} {format.dateTime(credentialExpiresAt)}.{' '}
        {expiryAdvice(stored, reader)}
      </MessageBarBody>
      <MessageBarActions>
        <PortalButton size="small" href={cloudOf(stored)?.portalUrl} />
      </MessageBarActions>
    </MessageBar>
  )
}
