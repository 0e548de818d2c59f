import type { TenantPolicies } from '@tenantscope/contract/policies'

import { LazyStackedBar } from '../../ui/charts/lazy-charts.tsx'

/** How many policies are in which state, as a bar with its numbers. */
export function PolicyCounts({ summary }: { summary: TenantPolicies['summary'] }) {
  const { total, enabled, reportOnly, disabled } = summary
  const others = total - enabled - reportOnly - disabled
  return (
    <LazyStackedBar
      title="Conditional Access policies by state"
      columns={{ label: 'State', count: 'Policies' }}
      segments={[
        { key: 'enabled', label: 'Enabled', count: enabled },
        { key: 'reportOnly', label: 'Report Only', count: reportOnly },
        { key: 'disabled', label: 'Disabled', count: disabled },
        // States that Microsoft may add.
        ...(others > 0 ? [{ key: 'others', label: 'Other', count: others }] : []),
      ]}
    />
  )
}
