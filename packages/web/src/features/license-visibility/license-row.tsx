import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'
import { memo } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicensePriceButton } from '../../ui/license-price-button.tsx'
import { licensePriceText } from '../../ui/license-price-text.ts'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { HideLicenseSwitch } from './hide-license-switch.tsx'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, max-content) auto',
    alignItems: 'center',
    gap: '4px 24px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    // What is out of sight is not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 64px',
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  },
  words: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    minWidth: 0,
    '@media (max-width: 640px)': { gridColumn: '1 / -1' },
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minWidth: 0 },
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  price: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'end',
    gap: '4px',
    '@media (max-width: 640px)': { alignItems: 'start' },
  },
  note: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
})

/** One SKU with its switch and its price; typing in the search draws none anew. */
export const LicenseRow = memo(function LicenseRow({ license }: { license: License }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <ForeignText>{license.displayName}</ForeignText>
        <div className={styles.line}>
          <LicenseTypeBadge license={license} />
          <ForeignText className={styles.code}>{license.skuPartNumber}</ForeignText>
        </div>
      </div>
      <div className={styles.price}>
        <span className={styles.note}>{licensePriceText(license.price, format)}</span>
        <LicensePriceButton license={license} />
      </div>
      <HideLicenseSwitch license={license} />
    </li>
  )
})
