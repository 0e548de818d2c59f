import { makeStyles } from '@fluentui/react-components'
import type { OrganizationDetails, TenantDetails } from '@tenantscope/contract/tenants'

import { DirectoryQuota } from './directory-quota.tsx'
import { DomainsCard } from './domains-card.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { PartNote } from './part-note.tsx'
import { PoliciesCard } from './policies-card.tsx'

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)',
    alignItems: 'start',
    gap: '16px',
    '@media (max-width: 960px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

interface OrganizationOverviewProps {
  details: TenantDetails
  organization: OrganizationDetails
}

/** Who the tenant is, and which policies guard it. */
export function OrganizationOverview({ details, organization }: OrganizationOverviewProps) {
  const styles = useStyles()
  const failureOf = (part: string) => details.partFailures.find((failure) => failure.part === part)
  const groups = failureOf('groups')
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <OrganizationCard
          organization={organization}
          userCount={details.userCount}
          usersFailure={failureOf('users')}
        />
        <DomainsCard domains={organization.verifiedDomains} failure={failureOf('domains')} />
        <DirectoryQuota quota={organization.directorySizeQuota} />
        {groups && <PartNote failure={groups} />}
      </div>
      <div className={styles.column}>
        <PoliciesCard policies={details.policies} failure={failureOf('policies')} />
      </div>
    </div>
  )
}
