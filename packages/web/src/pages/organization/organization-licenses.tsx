import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { LicenseItem } from '../../features/tenant-insight/license-item.tsx'
import { groupedLicenses } from '../../features/tenant-insight/license-order.ts'
import { PartNote } from '../../features/tenant-insight/part-note.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

const useStyles = makeStyles({
  scroller: {
    position: 'relative',
    maxHeight: '560px',
    overflowY: 'auto',
    // Room for the rings of what has the focus, and for the scroll bar beside the numbers.
    marginInline: '-8px',
    paddingInline: '8px 16px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media print': { maxHeight: 'none', overflowY: 'visible' },
  },
  group: {
    ...typographyStyles.caption1Strong,
    margin: '0 0 12px',
    color: tokens.colorNeutralForeground2,
    ':not(:first-child)': { marginTop: '24px' },
  },
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

type OrganizationLicensesProps = Pick<
  TenantDetails,
  'licenses' | 'partFailures' | 'licenseDiagnostic'
>

/** Every license of the own directory, within a height of its own. */
export function OrganizationLicenses(props: OrganizationLicensesProps) {
  const { licenses, partFailures, licenseDiagnostic } = props
  const styles = useStyles()
  const failure = partFailures.find(({ part }) => part === 'licenses')
  return (
    <SectionCard title="License Breakdown">
      {failure && <PartNote failure={failure} />}
      {!failure && licenses.length === 0 && (
        <span className={styles.quiet}>
          {licenseDiagnostic?.message ?? 'Your organization has no licenses.'}
        </span>
      )}
      {licenses.length > 0 && <Breakdown licenses={licenses} />}
    </SectionCard>
  )
}

function Breakdown({ licenses }: { licenses: readonly TenantLicense[] }) {
  const styles = useStyles()
  const { paid, others } = groupedLicenses(licenses)
  return (
    // Who has no wheel scrolls it with the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls needs the focus
    <section className={styles.scroller} tabIndex={0} aria-label="Licenses">
      <Group title="Paid licenses" licenses={paid} />
      <Group title="Free, trial and company-wide licenses" licenses={others} />
    </section>
  )
}

function Group({ title, licenses }: { title: string; licenses: readonly TenantLicense[] }) {
  const styles = useStyles()
  if (licenses.length === 0) return null
  return (
    <>
      <h3 className={styles.group}>{title}</h3>
      <ul className={styles.list}>
        {licenses.map((license) => (
          <LicenseItem key={license.skuId} license={license} isLinked={false} />
        ))}
      </ul>
    </>
  )
}
