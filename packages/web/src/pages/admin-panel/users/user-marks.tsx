import { Badge } from '@fluentui/react-components'
import type { AdminUser } from '@tenantscope/contract/users'

import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

/** Shows whether an account is active, and its exceptional states. */
export function UserMarks({ user }: { user: AdminUser }) {
  const { isDisabled, mustResetPassword, hasSecondFactor } = user
  return (
    <Stack as="span" row wrap gap={12} lineGap={4} align="center">
      {isDisabled ? (
        <StatusLabel tone="off">Disabled</StatusLabel>
      ) : (
        <StatusLabel tone="good">Active</StatusLabel>
      )}
      {mustResetPassword && <StatusLabel tone="warning">Must choose a password</StatusLabel>}
      {hasSecondFactor && <StatusLabel tone="good">Second factor</StatusLabel>}
    </Stack>
  )
}

/** The sign-in method of a user. */
export function AuthMethodBadge({ authMethod }: Pick<AdminUser, 'authMethod'>) {
  return (
    <Badge appearance="tint" color={authMethod === 'microsoft' ? 'brand' : 'informative'}>
      {authMethod === 'microsoft' ? 'Microsoft' : 'Local'}
    </Badge>
  )
}
