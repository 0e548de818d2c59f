import type { TenantLicense } from '@tenantscope/contract/licenses'

import { groupedLicenses } from '../../features/tenant-insight/license-order.ts'
import { useFormat } from '../../lib/preferences.ts'
import { LazyBarList } from '../../ui/charts/lazy-charts.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

const TITLE = 'License use per SKU'

/** How many of each paid license's usable seats are assigned, in the order of the list below. */
export function LicenseUseChart({ licenses }: { licenses: readonly TenantLicense[] }) {
  const format = useFormat()
  const { paid } = groupedLicenses(licenses)
  if (paid.length === 0) return null
  return (
    <SectionCard title={TITLE}>
      <LazyBarList
        title={TITLE}
        columns={{ label: 'License', value: 'Assigned seats', track: 'Usable seats' }}
        bars={paid.map(({ skuId, displayName, consumedUnits, enabledUnits }) => ({
          key: skuId,
          label: displayName,
          value: consumedUnits,
          text: format.number(consumedUnits),
          track: { value: enabledUnits, text: format.number(enabledUnits) },
        }))}
      />
    </SectionCard>
  )
}
