import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'

import { useFormat } from '../../lib/preferences.ts'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import { UTILIZATION_TONES } from './license-words.ts'

const useStyles = makeStyles({
  use: { display: 'flex', flexDirection: 'column', gap: '8px', minWidth: 0 },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '4px 16px',
    fontVariantNumeric: 'tabular-nums',
  },
  seats: {
    ...typographyStyles.caption1,
    display: 'flex',
    justifyContent: 'space-between',
    gap: '16px',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

/** How many of a license's usable seats are taken: in numbers, and where they cost money as a bar and in a word. */
export function LicenseUse({ license }: { license: TenantLicense }) {
  const styles = useStyles()
  const format = useFormat()
  const { consumedUnits, enabledUnits, availableUnits, utilization } = license
  // A share of seats that nobody pays for would read as waste (decisions.md, Licenses).
  const percent = license.countsAsPaid ? license.utilizationPercent : null
  return (
    <div className={styles.use}>
      <div className={styles.line}>
        <span>
          {format.number(consumedUnits)} / {format.number(enabledUnits)}
          {percent !== null && ` (${format.percent(percent)})`}
        </span>
        {utilization !== null && (
          <StatusLabel tone={UTILIZATION_TONES[utilization]}>{utilization}</StatusLabel>
        )}
      </div>
      {percent !== null && <UsageBar percent={percent} tone={barTone(utilization)} />}
      <div className={styles.seats}>
        <span>{format.number(consumedUnits)} assigned</span>
        <span>{format.number(availableUnits)} available</span>
      </div>
    </div>
  )
}

function barTone(utilization: TenantLicense['utilization']): 'normal' | 'warning' | 'bad' {
  const tone: StatusTone = utilization === null ? 'unknown' : UTILIZATION_TONES[utilization]
  return tone === 'warning' || tone === 'bad' ? tone : 'normal'
}
