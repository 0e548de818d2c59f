import { Badge, makeStyles } from '@fluentui/react-components'
import type { AdminUser } from '@tenantscope/contract/users'

import { StatusLabel } from '../../ui/status-label.tsx'

const useStyles = makeStyles({
  marks: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px', minWidth: 0 },
})

/** What is out of the ordinary about an account; nothing where all is as usual. */
export function UserMarks({ user }: { user: AdminUser }) {
  const styles = useStyles()
  const { isDisabled, mustResetPassword, hasSecondFactor } = user
  if (!isDisabled && !mustResetPassword && !hasSecondFactor) return null
  return (
    <span className={styles.marks}>
      {isDisabled && <StatusLabel tone="off">Disabled</StatusLabel>}
      {mustResetPassword && <StatusLabel tone="warning">Must choose a password</StatusLabel>}
      {hasSecondFactor && <StatusLabel tone="good">Second factor</StatusLabel>}
    </span>
  )
}

/** How somebody signs in. */
export function AuthMethodBadge({ authMethod }: Pick<AdminUser, 'authMethod'>) {
  return (
    <Badge appearance="tint" color={authMethod === 'microsoft' ? 'brand' : 'informative'}>
      {authMethod === 'microsoft' ? 'Microsoft' : 'Local'}
    </Badge>
  )
}
