import {
  Badge,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { LicenseUse } from './license-use.tsx'
import { capabilityLabel, heldBackSeats } from './license-words.ts'
import { LINKED_ITEM_STYLE } from './linked-item-style.ts'
import { useLinkedItem } from './use-linked-item.ts'

const useStyles = makeStyles({
  item: {
    display: 'flex',
    alignItems: 'start',
    gap: '8px 32px',
    padding: '16px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopColor: 'transparent', paddingTop: 0 },
    ':last-child': { paddingBottom: 0 },
    '@media (max-width: 840px)': { flexWrap: 'wrap', columnGap: '8px' },
  },
  linked: LINKED_ITEM_STYLE,
  words: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    flex: '1 1 0',
    minWidth: 0,
  },
  // Under the words where it has no room beside them.
  use: {
    flex: '0 1 420px',
    minWidth: 0,
    maxWidth: '45%',
    '@media (max-width: 840px)': { flexBasis: '100%', maxWidth: 'none', order: 1 },
  },
  name: typographyStyles.body1Strong,
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  badges: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  summary: {
    ...typographyStyles.caption1,
    width: 'fit-content',
    color: tokens.colorBrandForegroundLink,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // Fluent's controls bring a margin of their own: the name and the action stand on one line.
  actions: { margin: '-8px -8px -8px 0', ':empty': { display: 'none' } },
  plans: {
    ...typographyStyles.caption1,
    margin: '8px 0 0',
    paddingInlineStart: '24px',
    columnWidth: '240px',
    columnGap: '24px',
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
  },
})

interface LicenseItemProps {
  license: TenantLicense
  /** Singled out by the address. */
  isLinked: boolean
  /** What may be done with it, at the end of its line. */
  actions?: ReactNode
}

/** One SKU: what it is, what Microsoft says of it, and how its seats are used. */
export function LicenseItem({ license, isLinked, actions }: LicenseItemProps) {
  const styles = useStyles()
  const format = useFormat()
  const item = useLinkedItem<HTMLLIElement>(isLinked)
  const capability = capabilityLabel(license.capabilityStatus)
  const heldBack = heldBackSeats(license.prepaidUnits, format)
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={mergeClasses(styles.item, isLinked && styles.linked)}
      aria-current={isLinked || undefined}
    >
      <div className={styles.words}>
        <ForeignText className={styles.name}>{license.displayName}</ForeignText>
        <ForeignText className={styles.code}>{license.skuPartNumber}</ForeignText>
        <div className={styles.badges}>
          <LicenseTypeBadge license={license} />
          {license.appliesTo === 'Company' && (
            <Badge appearance="outline" color="informative">
              Company-wide
            </Badge>
          )}
          <StatusLabel tone={capability.tone}>{capability.word}</StatusLabel>
        </div>
        {heldBack !== null && <span className={styles.note}>{heldBack}</span>}
        <ServicePlans plans={license.servicePlans} />
      </div>
      <div className={styles.use}>
        <LicenseUse license={license} />
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  )
}

function ServicePlans({ plans }: { plans: TenantLicense['servicePlans'] }) {
  const styles = useStyles()
  if (plans.length === 0) return <span className={styles.note}>No service plans</span>
  return (
    <details>
      <summary className={styles.summary}>
        {plans.length === 1 ? '1 service plan' : `${plans.length} service plans`}
      </summary>
      <ul className={styles.plans}>
        {plans.map(({ servicePlanName }, index) => (
          // The same plan can be in a SKU twice; the list never changes its order.
          <li key={`${servicePlanName}-${index}`}>{servicePlanName}</li>
        ))}
      </ul>
    </details>
  )
}
