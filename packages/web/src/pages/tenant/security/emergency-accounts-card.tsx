import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { EmergencyAccount } from '@tenantscope/contract/posture'
import { EMERGENCY_ACCOUNTS } from '@tenantscope/contract/posture'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { useLaterDialog } from '../../../ui/use-later-dialog.tsx'

const useStyles = makeStyles({
  item: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
})

const EmergencyAccountsDialog = lazyPart(
  async () => (await import('./emergency-accounts-dialog.tsx')).EmergencyAccountsDialog,
)

interface EmergencyAccountsCardProps {
  tenant: TenantListItem
  accounts: readonly EmergencyAccount[]
  version: number
}

/** The accounts that are excluded from policies on purpose, so that an administrator can always sign in. */
export function EmergencyAccountsCard({ tenant, accounts, version }: EmergencyAccountsCardProps) {
  const { role } = useCurrentUser()
  const { onOpen, dialog } = useLaterDialog(
    ({ isOpen, onClose }) =>
      isOpen && (
        <EmergencyAccountsDialog
          tenant={tenant}
          accounts={accounts}
          version={version}
          onClose={onClose}
        />
      ),
  )
  return (
    <SectionCard
      title="Emergency access accounts"
      aside={
        roleReaches(role, 'technician') && (
          <Button {...RETURNS_FOCUS} size="small" onClick={onOpen}>
            {accounts.length === 0 ? 'Declare accounts' : 'Change accounts'}
          </Button>
        )
      }
    >
      <Text as="p" variant="caption" muted>
        Checks and MFA coverage expect that policies exclude these accounts. At most{' '}
        {EMERGENCY_ACCOUNTS} can be declared.
      </Text>
      {accounts.length === 0 && <Text muted>No account is declared.</Text>}
      {accounts.length > 0 && (
        <Stack as="ul">
          {accounts.map((account) => (
            <AccountItem key={account.userId} account={account} />
          ))}
        </Stack>
      )}
      {dialog}
    </SectionCard>
  )
}

function AccountItem({ account }: { account: EmergencyAccount }) {
  const styles = useStyles()
  const format = useFormat()
  const { userId, displayName, userPrincipalName, reason, declaredBy, declaredAt } = account
  return (
    <Stack as="li" gap={2} className={styles.item}>
      <ForeignText variant="strong" wrap>
        {displayName ?? userPrincipalName ?? userId}
      </ForeignText>
      {displayName !== null && userPrincipalName !== null && (
        <ForeignText variant="caption" wrap muted>
          {userPrincipalName}
        </ForeignText>
      )}
      <ForeignText wrap>{reason}</ForeignText>
      <Text variant="caption" muted>
        Declared by <ForeignText wrap>{declaredBy}</ForeignText> on {format.date(declaredAt)}
      </Text>
    </Stack>
  )
}
