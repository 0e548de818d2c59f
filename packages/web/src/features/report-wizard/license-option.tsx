import { Checkbox, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { memo } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 168px',
    alignItems: 'center',
    columnGap: '16px',
    paddingInlineEnd: '12px',
    // What is out of sight is not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 52px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '@media (max-width: 480px)': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      paddingBottom: '8px',
    },
  },
  choice: {
    minWidth: 0,
    '& label': { minWidth: 0, flexGrow: 1 },
    '@media (max-width: 480px)': { gridColumn: '1 / -1' },
  },
  name: { display: 'block', color: tokens.colorNeutralForeground1 },
  sku: {
    ...typographyStyles.caption1,
    display: 'block',
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  type: { '@media (max-width: 480px)': { paddingInlineStart: '32px' } },
  seats: {
    ...typographyStyles.caption1,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

interface LicenseOptionProps {
  license: TenantLicense
  isChosen: boolean
}

/** A license to report on, with its seats in the whole tenant. */
export const LicenseOption = memo(function LicenseOption({
  license,
  isChosen,
}: LicenseOptionProps) {
  const styles = useStyles()
  const format = useFormat()
  const { skuId, displayName, skuPartNumber, consumedUnits, enabledUnits } = license
  return (
    <li className={styles.row}>
      <Checkbox
        className={styles.choice}
        checked={isChosen}
        value={skuId}
        label={
          <>
            <ForeignText wrap className={styles.name}>
              {displayName}
            </ForeignText>{' '}
            <ForeignText wrap className={styles.sku}>
              {skuPartNumber}
            </ForeignText>
          </>
        }
      />
      <span className={styles.type}>
        <LicenseTypeBadge license={license} />
      </span>
      <span className={styles.seats}>
        {format.number(consumedUnits)} / {format.number(enabledUnits)} assigned
      </span>
    </li>
  )
})
