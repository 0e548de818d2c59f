import { makeStyles, tokens } from '@fluentui/react-components'
import type { OrganizationDetails } from '@tenantscope/contract/tenants'

import { useFormat } from '../../lib/preferences.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'

const useStyles = makeStyles({
  quota: { display: 'flex', flexDirection: 'column', gap: '8px' },
  text: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
})

/** How many objects the directory holds of those it may hold. */
export function DirectoryQuota({ quota }: { quota: OrganizationDetails['directorySizeQuota'] }) {
  const styles = useStyles()
  const format = useFormat()
  if (quota === null || quota.total <= 0) return null
  const percent = (quota.used / quota.total) * 100
  return (
    <SectionCard title="Directory quota">
      <div className={styles.quota}>
        <UsageBar percent={percent} tone={percent >= 90 ? 'warning' : 'normal'} />
        <span className={styles.text}>
          {format.number(quota.used)} of {format.number(quota.total)} objects (
          {percent > 0 && percent < 1 ? 'under 1%' : format.percent(percent)})
        </span>
      </div>
    </SectionCard>
  )
}
