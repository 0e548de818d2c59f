import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReportComparison } from '@tenantscope/contract/reports'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { ChangedList } from './changed-list.tsx'
import { differenceText } from './comparison-words.ts'

const useStyles = makeStyles({
  sku: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  figures: {
    ...typographyStyles.caption1,
    display: 'block',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
  none: { color: tokens.colorNeutralForeground2 },
})

type Licenses = ReportComparison['licenses']

/** Licenses that came, went, or have other figures. */
export function ComparedLicenses({ licenses }: { licenses: Licenses }) {
  const styles = useStyles()
  const { added, removed, changed } = licenses
  const isSame = added.length + removed.length + changed.length === 0
  return (
    <SectionCard title="Licenses">
      {isSame && <span className={styles.none}>The same licenses with the same figures</span>}
      <ChangedList kind="Added" items={added}>
        {(license) => <LicenseName license={license} />}
      </ChangedList>
      <ChangedList kind="Removed" items={removed}>
        {(license) => <LicenseName license={license} />}
      </ChangedList>
      <ChangedList kind="Changed" items={changed}>
        {(license) => <ChangedLicense license={license} />}
      </ChangedList>
    </SectionCard>
  )
}

function LicenseName({ license }: { license: Licenses['added'][number] }) {
  const styles = useStyles()
  return (
    <>
      <ForeignText wrap>{license.friendlyName}</ForeignText>{' '}
      <ForeignText wrap className={styles.sku}>
        {license.skuPartNumber}
      </ForeignText>
    </>
  )
}

function ChangedLicense({ license }: { license: Licenses['changed'][number] }) {
  const styles = useStyles()
  const format = useFormat()
  const figures = [
    { label: 'Usable seats', change: license.enabledUnits },
    { label: 'Assigned seats', change: license.consumedUnits },
    { label: 'Users in the report', change: license.reportedUsers },
  ].filter(({ change }) => change.before !== change.after)
  return (
    <>
      <LicenseName license={license} />
      {figures.map(({ label, change }) => (
        <span key={label} className={styles.figures}>
          {label}: {format.number(change.before)} → {format.number(change.after)} (
          {differenceText(change, format)})
        </span>
      ))}
    </>
  )
}
