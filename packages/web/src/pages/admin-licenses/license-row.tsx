import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'
import { memo } from 'react'

import { HideLicenseSwitch } from '../../features/license-visibility/hide-license-switch.tsx'
import { useFormat } from '../../lib/preferences.ts'
import type { EditLicense } from './license-dialogs.tsx'
import { LicenseName, LicensePrice, LicenseTypeFact, VisibilityBadge } from './license-facts.tsx'

const useStyles = makeStyles({
  cell: {
    padding: '6px 8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    verticalAlign: 'middle',
    textAlign: 'start',
    fontWeight: 'inherit',
    '@media print': { padding: '4px' },
  },
  name: { maxWidth: 0, width: '100%', '@media print': { maxWidth: 'none' } },
  visibility: { display: 'flex', alignItems: 'center', gap: '4px', whiteSpace: 'nowrap' },
  date: {
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '@media print': { whiteSpace: 'normal' },
  },
})

interface LicenseRowProps {
  license: License
  onEdit: EditLicense
}

/** One SKU in the table; typing in the search draws none anew. */
export const LicenseRow = memo(function LicenseRow({ license, onEdit }: LicenseRowProps) {
  const styles = useStyles()
  const { date, dateTime } = useFormat()
  const { firstDiscovered, lastSeen } = license
  return (
    <tr>
      <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
        <LicenseName license={license} onEdit={onEdit} />
      </th>
      <td className={styles.cell}>
        <div className={styles.visibility}>
          <VisibilityBadge isVisible={license.isVisible} />
          <HideLicenseSwitch license={license} hasLabel={false} />
        </div>
      </td>
      <td className={styles.cell}>
        <LicenseTypeFact license={license} onEdit={onEdit} />
      </td>
      <td className={styles.cell}>
        <LicensePrice license={license} />
      </td>
      <td className={mergeClasses(styles.cell, styles.date)} title={dateTime(firstDiscovered)}>
        {date(firstDiscovered)}
      </td>
      <td className={mergeClasses(styles.cell, styles.date)} title={dateTime(lastSeen)}>
        {date(lastSeen)}
      </td>
    </tr>
  )
})
