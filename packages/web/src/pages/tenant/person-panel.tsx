import type { TenantUser } from '@tenantscope/contract/licenses'

import { useFormat } from '../../lib/preferences.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'

interface PersonPanelProps {
  user: TenantUser
  isOpen: boolean
  onClose: () => void
}

/** What is known of a person of the tenant from the list of its people. */
export function PersonPanel({ user, isOpen, onClose }: PersonPanelProps) {
  const format = useFormat()
  const { id, licenses, userType } = user
  return (
    <SidePanel title={user.name} subtitle="Person" isOpen={isOpen} onClose={onClose}>
      <FactList
        facts={[
          { label: 'Sign-in', value: <SignIn isEnabled={user.accountEnabled} /> },
          { label: 'User name', value: textOr(user.userPrincipalName) },
          { label: 'Email', value: textOr(user.email) },
          { label: 'Type', value: userType ?? 'Not known' },
          { label: 'Source', value: sourceOf(user) },
          {
            label: `Licenses (${format.number(licenses.length)})`,
            value: <Licenses names={licenses} />,
          },
          {
            label: 'Object ID',
            value: (
              <Stack as="span" row wrap gap={8} align="center">
                <Text variant="caption" mono>
                  {id}
                </Text>
                <CopyButton text={id} label="Copy object ID" />
              </Stack>
            ),
          },
        ]}
      />
    </SidePanel>
  )
}

function SignIn({ isEnabled }: { isEnabled: boolean | null }) {
  if (isEnabled === null) return <StatusLabel tone="unknown">Not known</StatusLabel>
  return isEnabled ? (
    <StatusLabel tone="good">Allowed</StatusLabel>
  ) : (
    <StatusLabel tone="off">Blocked</StatusLabel>
  )
}

function Licenses({ names }: { names: readonly string[] }) {
  if (names.length === 0) return 'None'
  return (
    <Stack as="ul" gap={4}>
      {names.map((name, index) => (
        // Two SKUs can have one name; the list never changes its order.
        <li key={`${name}-${index}`}>
          <ForeignText wrap>{name}</ForeignText>
        </li>
      ))}
    </Stack>
  )
}

function sourceOf({ isADSynced, isCloudOnly }: TenantUser): string {
  if (isADSynced) return 'Synced from on-premises'
  return isCloudOnly ? 'Cloud only' : 'Not known'
}

function textOr(text: string | null) {
  return text === null ? 'Not given' : <ForeignText wrap>{text}</ForeignText>
}
