import type { PolicyItem, PolicySetting } from '@tenantscope/contract/policy-page'

import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

interface PolicySettingsProps {
  settings: readonly PolicySetting[]
  /** Shown when nothing is set. */
  absent: string
}

/** Settings of a policy: words, and objects by name where one is stored. */
export function PolicySettings({ settings, absent }: PolicySettingsProps) {
  if (settings.length === 0) return <Text muted>{absent}</Text>
  return (
    <FactList
      facts={settings.map((setting) => ({
        label: setting.label,
        value: <Items setting={setting} />,
      }))}
    />
  )
}

function Items({ setting: { items, more } }: { setting: PolicySetting }) {
  const format = useFormat()
  return (
    <Stack as="ul" gap={4}>
      {items.map((item) => (
        <li key={`${item.id} ${item.name}`}>
          <Item item={item} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <Text variant="caption" muted>
            And {format.number(more)} more
          </Text>
        </li>
      )}
    </Stack>
  )
}

function Item({ item: { id, name } }: { item: PolicyItem }) {
  if (name !== null) return <ForeignText wrap>{name}</ForeignText>
  return (
    <>
      <ForeignText wrap>{id ?? ''}</ForeignText>{' '}
      <Text variant="caption" muted>
        (name not known)
      </Text>
    </>
  )
}
