import { Text } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { StoredTenantSettings } from '@tenantscope/contract/tenant-settings'

import { useFormat } from '../../../lib/preferences.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'

interface SettingsFactsProps {
  stored: StoredTenantSettings
  licenses: readonly TenantLicense[] | null | undefined
}

/** The settings for people who may not change them. */
export function SettingsFacts({ stored, licenses }: SettingsFactsProps) {
  const format = useFormat()
  const { alias, tags, spareSeats } = stored.settings
  const nameOf = (wanted: string) =>
    licenses?.find(({ skuId }) => skuId === wanted)?.displayName ?? wanted
  return (
    <>
      <Text>Technicians and administrators can change these.</Text>
      <FactList
        facts={[
          { label: 'Alias', value: <ForeignText wrap>{alias ?? 'None'}</ForeignText> },
          {
            label: 'Tags',
            value: <ForeignText wrap>{tags.length === 0 ? 'None' : tags.join(', ')}</ForeignText>,
          },
          {
            label: 'Spare seats kept on purpose',
            value:
              spareSeats.length === 0
                ? 'None'
                : spareSeats.map(({ skuId, seats, reason }) => (
                    <div key={skuId}>
                      <ForeignText wrap>
                        {`${nameOf(skuId)}: ${format.number(seats)}, ${reason}`}
                      </ForeignText>
                    </div>
                  )),
          },
          { label: 'Reading', value: stored.isReadingStopped ? 'Stopped' : 'On' },
        ]}
      />
    </>
  )
}
