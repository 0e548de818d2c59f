import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import { ForeignText } from '../../ui/foreign-text.tsx'
import { CSP_LIST_STYLE } from './csp-list-style.ts'

const useStyles = makeStyles({
  ...CSP_LIST_STYLE,
  name: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  found: { color: tokens.colorNeutralForeground2, overflowWrap: 'anywhere' },
  quiet: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
})

interface DecodedLicenseRow {
  skuId: string
  skuPartNumber: string
  productName: string
  foundIn: string
  /** Its number, in words. */
  figure: string
}

interface DecodedLicensesProps {
  rows: readonly DecodedLicenseRow[]
  emptyText: string
}

/** Licenses with where they were seen. */
export function DecodedLicenses({ rows, emptyText }: DecodedLicensesProps) {
  const styles = useStyles()
  if (rows.length === 0) return <p className={styles.quiet}>{emptyText}</p>
  return (
    <ul className={styles.list}>
      {rows.map(({ skuId, skuPartNumber, productName, foundIn, figure }) => (
        <li key={skuId} className={styles.item}>
          <span className={styles.name}>
            <ForeignText>{productName}</ForeignText>
            <ForeignText className={styles.code}>{skuPartNumber}</ForeignText>
          </span>
          <span className={styles.found}>Found in: {foundIn}</span>
          <span className={styles.figure}>{figure}</span>
        </li>
      ))}
    </ul>
  )
}
