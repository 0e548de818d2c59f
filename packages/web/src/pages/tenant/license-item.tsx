import { Badge, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { LicenseUse } from './license-use.tsx'
import { capabilityLabel, heldBackSeats, LICENSE_TYPE_NAMES } from './license-words.ts'

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 420px)',
    alignItems: 'start',
    gap: '8px 32px',
    padding: '16px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopColor: 'transparent', paddingTop: 0 },
    ':last-child': { paddingBottom: 0 },
    '@media (max-width: 840px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  words: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
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

/** One SKU: what it is, what Microsoft says of it, and how its seats are used. */
export function LicenseItem({ license }: { license: TenantLicense }) {
  const styles = useStyles()
  const format = useFormat()
  const capability = capabilityLabel(license.capabilityStatus)
  const heldBack = heldBackSeats(license.prepaidUnits, format)
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <ForeignText className={styles.name}>{license.productName}</ForeignText>
        <ForeignText className={styles.code}>{license.skuPartNumber}</ForeignText>
        <div className={styles.badges}>
          <Badge appearance="outline" color="informative">
            {LICENSE_TYPE_NAMES[license.licenseType]}
          </Badge>
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
      <LicenseUse license={license} />
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
