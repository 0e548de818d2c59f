import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { CloudArrowDownRegular } from '@fluentui/react-icons/svg/cloud-arrow-down'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import { LicenseTiles } from '../../features/tenant-insight/license-tiles.tsx'
import { PartNote } from '../../features/tenant-insight/part-note.tsx'
import { PoliciesCard } from '../../features/tenant-insight/policies-card.tsx'
import { userMessageOf } from '../../lib/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { TWO_COLUMNS_STYLE } from '../../ui/two-columns-style.ts'
import { OrganizationFacts } from './organization-facts.tsx'
import { OrganizationLicenses } from './organization-licenses.tsx'

const useStyles = makeStyles({
  columns: TWO_COLUMNS_STYLE,
})

interface OrganizationViewProps {
  details: TenantDetails
  /** Why reading again failed, while the earlier data stay on screen. */
  rereadError: unknown
}

/** What was read of the own directory, under what is to be known about the reading itself. */
export function OrganizationView({ details, rereadError }: OrganizationViewProps) {
  const { tenant, organization } = details
  return (
    <>
      {Boolean(rereadError) && (
        <RereadFailed title="Failed to load enhanced data" message={userMessageOf(rereadError)} />
      )}
      <FailureNotice tenant={tenant} />
      {hasLimitedAccess(details) && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>Limited Access</MessageBarTitle>
            {details.message}
          </MessageBarBody>
        </MessageBar>
      )}
      {organization === null ? (
        <EmptyState
          icon={<CloudArrowDownRegular />}
          title="Your organization has not been read yet"
          text="What is read of its licenses and policies appears here after the next refresh."
        />
      ) : (
        <OrganizationData details={details} organization={organization} />
      )}
    </>
  )
}

/** A failure names the reason by itself; one sentence twice helps nobody. */
function hasLimitedAccess({ limitedAccess, fullAccess, tenant }: TenantDetails): boolean {
  return limitedAccess && !fullAccess && tenant.failure === null
}

interface OrganizationDataProps {
  details: TenantDetails
  organization: NonNullable<TenantDetails['organization']>
}

function OrganizationData({ details, organization }: OrganizationDataProps) {
  const styles = useStyles()
  const failureOf = (part: string) => details.partFailures.find((failure) => failure.part === part)
  const usersFailure = failureOf('users')
  const hasLicenses = details.licenseSummary !== null && !failureOf('licenses')
  return (
    <>
      <OrganizationFacts organization={organization} userCount={details.userCount} />
      {usersFailure && <PartNote failure={usersFailure} />}
      {details.licenseSummary !== null && hasLicenses && (
        <LicenseTiles summary={details.licenseSummary} />
      )}
      <div className={styles.columns}>
        <OrganizationLicenses {...details} />
        <PoliciesCard policies={details.policies} failure={failureOf('policies')} />
      </div>
    </>
  )
}
