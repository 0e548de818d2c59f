import { makeStyles } from '@fluentui/react-components'
import { CertificateRegular } from '@fluentui/react-icons/svg/certificate'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { EmptyState } from '../../ui/empty-state.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { LicenseItem } from './license-item.tsx'
import { groupedLicenses } from './license-order.ts'
import { LicenseTiles } from './license-tiles.tsx'
import { PartNote } from './part-note.tsx'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
})

/** Which licenses the tenant has and how many of their seats are used. */
export function LicenseOverview({ details }: { details: TenantDetails }) {
  const failure = details.partFailures.find(({ part }) => part === 'licenses')
  const { paid, others } = groupedLicenses(details.licenses)
  return (
    <>
      {failure && <PartNote failure={failure} />}
      {details.licenseSummary && !failure && <LicenseTiles summary={details.licenseSummary} />}
      {!failure && details.licenses.length === 0 && (
        <EmptyState icon={<CertificateRegular />} title="This tenant has no licenses" />
      )}
      <LicenseGroup title="Paid licenses" licenses={paid} />
      <LicenseGroup title="Free, trial and company-wide licenses" licenses={others} />
    </>
  )
}

interface LicenseGroupProps {
  title: string
  licenses: readonly TenantLicense[]
}

function LicenseGroup({ title, licenses }: LicenseGroupProps) {
  const styles = useStyles()
  if (licenses.length === 0) return null
  return (
    <SectionCard title={title}>
      <ul className={styles.list}>
        {licenses.map((license) => (
          <LicenseItem key={license.skuId} license={license} />
        ))}
      </ul>
    </SectionCard>
  )
}
