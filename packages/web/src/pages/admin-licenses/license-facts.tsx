import {
  Badge,
  Button,
  makeStyles,
  tokens,
  typographyStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import type { License } from '@tenantscope/contract/licenses'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicensePriceButton } from '../../ui/license-price-button.tsx'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import type { EditLicense } from './license-dialogs.tsx'

const useStyles = makeStyles({
  name: { display: 'flex', alignItems: 'center', gap: '4px', minWidth: 0 },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  strong: typographyStyles.body1Strong,
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  line: { display: 'flex', alignItems: 'center', gap: '4px', whiteSpace: 'nowrap' },
  column: { display: 'flex', flexDirection: 'column', alignItems: 'start', gap: '2px' },
  price: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'end',
    gap: '8px',
    marginInlineStart: 'auto',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  amount: { display: 'flex', flexDirection: 'column', alignItems: 'end' },
})

interface LicenseFactProps {
  license: License
  onEdit: EditLicense
}

/** What a SKU is called, by whom, and its id. */
export function LicenseName({ license, onEdit }: LicenseFactProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const { displayName, productName, friendlyName, skuPartNumber, skuId, isKnown } = license
  return (
    <div className={styles.name}>
      <div className={styles.words}>
        <ForeignText className={styles.strong}>{displayName}</ForeignText>
        {friendlyName !== null && <ForeignText className={styles.quiet}>{productName}</ForeignText>}
        <ForeignText className={styles.code}>
          {[...new Set([skuPartNumber, skuId])].filter(Boolean).join(' · ')}
        </ForeignText>
        {!isKnown && <span className={styles.quiet}>No known name</span>}
      </div>
      <Button
        {...restoreFocus}
        size="small"
        appearance="subtle"
        icon={<EditRegular />}
        aria-label={`Edit name of ${displayName}`}
        title="Edit name"
        onClick={() => onEdit('name', license)}
      />
    </div>
  )
}

/** Paid, free and so on, with the reason, and whether an administrator said so. */
export function LicenseTypeFact({ license, onEdit }: LicenseFactProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  return (
    <div className={styles.column}>
      <div className={styles.line}>
        <LicenseTypeBadge license={license} />
        <Button
          {...restoreFocus}
          size="small"
          appearance="subtle"
          aria-label={`Change type of ${license.displayName}`}
          onClick={() => onEdit('type', license)}
        >
          Change
        </Button>
      </div>
      {license.ownType !== null && <span className={styles.quiet}>set by an administrator</span>}
    </div>
  )
}

/** What a seat costs per month, and whose word that is. */
export function LicensePrice({ license }: { license: License }) {
  const styles = useStyles()
  const { money } = useFormat()
  const { price } = license
  return (
    <div className={styles.price}>
      {price === null ? (
        <span className={styles.quiet}>no list price</span>
      ) : (
        <span className={styles.amount}>
          {money(price.monthly, price.currency)}
          <span className={styles.quiet}>
            {price.source === 'list' ? 'list price' : 'own price'}
          </span>
        </span>
      )}
      <LicensePriceButton license={license} />
    </div>
  )
}

export function VisibilityBadge({ isVisible }: Pick<License, 'isVisible'>) {
  return (
    <Badge
      appearance={isVisible ? 'tint' : 'outline'}
      color={isVisible ? 'success' : 'informative'}
    >
      {isVisible ? 'Visible' : 'Hidden'}
    </Badge>
  )
}
