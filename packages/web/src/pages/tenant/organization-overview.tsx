import { makeStyles } from '@fluentui/react-components'
import { useSearch } from '@tanstack/react-router'
import type { TenantPart } from '@tenantscope/contract/parts'
import type { OrganizationDetails, TenantDetails } from '@tenantscope/contract/tenants'

import { DirectoryQuota } from '../../features/tenant-insight/directory-quota.tsx'
import { DomainsCard } from '../../features/tenant-insight/domains-card.tsx'
import { OrganizationCard } from '../../features/tenant-insight/organization-card.tsx'
import { PoliciesCard } from '../../features/tenant-insight/policies-card.tsx'
import { UnreadPartsCard } from '../../features/tenant-insight/unread-parts-card.tsx'
import { TWO_COLUMNS_STYLE } from '../../ui/two-columns-style.ts'
import { failuresWithoutCard } from './unread-parts.ts'
import { UserDetailsCard } from './user-details-card.tsx'

const useStyles = makeStyles({
  columns: TWO_COLUMNS_STYLE,
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

interface OrganizationOverviewProps {
  details: TenantDetails
  organization: OrganizationDetails
}

/** Who the tenant is, who its people are, and which policies guard it. */
export function OrganizationOverview({ details, organization }: OrganizationOverviewProps) {
  const styles = useStyles()
  const { policy } = useSearch({ strict: false })
  const failureOf = (part: TenantPart) =>
    details.partFailures.find((failure) => failure.part === part)
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.column}>
          <OrganizationCard organization={organization} userCount={details.userCount} />
          <DomainsCard domains={organization.verifiedDomains} failure={failureOf('domains')} />
          <DirectoryQuota quota={organization.directorySizeQuota} />
        </div>
        <PoliciesCard
          policies={details.policies}
          failure={failureOf('policies')}
          canShowAll
          linkedPolicyId={policy}
        />
      </div>
      <UserDetailsCard tenant={details.tenant} failure={failureOf('users')} />
      <UnreadPartsCard
        title="What else could not be read"
        failures={failuresWithoutCard(details)}
      />
    </>
  )
}
