import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'
import { memo } from 'react'

import { HideLicenseSwitch } from '../../features/license-visibility/hide-license-switch.tsx'
import { useFormat } from '../../lib/preferences.ts'
import type { EditLicense } from './license-dialogs.tsx'
import { LicenseName, LicensePrice, LicenseTypeFact, VisibilityBadge } from './license-facts.tsx'

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '12px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 8px',
  },
  near: { justifyContent: 'start' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

/** One SKU where there is no room for a table. */
export const LicenseCard = memo(function LicenseCard({
  license,
  onEdit,
}: {
  license: License
  onEdit: EditLicense
}) {
  const styles = useStyles()
  const { date } = useFormat()
  return (
    <li className={styles.card}>
      <LicenseName license={license} onEdit={onEdit} />
      <div className={mergeClasses(styles.line, styles.near)}>
        <VisibilityBadge isVisible={license.isVisible} />
        <HideLicenseSwitch license={license} hasLabel={false} />
      </div>
      <div className={styles.line}>
        <LicenseTypeFact license={license} onEdit={onEdit} />
        <LicensePrice license={license} />
      </div>
      <span className={styles.note}>
        First discovered {date(license.firstDiscovered)}, last seen {date(license.lastSeen)}
      </span>
    </li>
  )
})
