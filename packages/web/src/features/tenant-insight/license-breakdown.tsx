import { makeStyles } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { ComponentType, ReactNode } from 'react'

import { SectionCard } from '../../ui/section-card.tsx'
import { LicenseItem } from './license-item.tsx'
import { groupedLicenses } from './license-order.ts'

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
})

interface LicenseBreakdownProps {
  licenses: readonly TenantLicense[]
  /** The SKU that the address singles out. */
  linkedSkuId?: string | undefined
  /** What may be done with a license, at the end of its line. */
  Actions?: ComponentType<{ license: TenantLicense }>
  /** Stands at the end of the first heading's line. */
  aside?: ReactNode
}

/** Every license with the use of its seats: what costs money first, the rest apart. */
export function LicenseBreakdown({ licenses, aside, ...itemProps }: LicenseBreakdownProps) {
  const { paid, others } = groupedLicenses(licenses)
  return (
    <>
      <LicenseGroup title="Paid licenses" licenses={paid} aside={aside} {...itemProps} />
      <LicenseGroup
        title="Free, trial and company-wide licenses"
        licenses={others}
        aside={paid.length === 0 && aside}
        {...itemProps}
      />
    </>
  )
}

type LicenseGroupProps = LicenseBreakdownProps & { title: string }

function LicenseGroup({ title, licenses, aside, linkedSkuId, Actions }: LicenseGroupProps) {
  const styles = useStyles()
  if (licenses.length === 0) return null
  return (
    <SectionCard title={title} aside={aside}>
      <ul className={styles.list}>
        {licenses.map((license) => (
          <LicenseItem
            key={license.skuId}
            license={license}
            isLinked={license.skuId === linkedSkuId}
            actions={Actions && <Actions license={license} />}
          />
        ))}
      </ul>
    </SectionCard>
  )
}
