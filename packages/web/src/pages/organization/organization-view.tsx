import { makeStyles, tokens } from '@fluentui/react-components'
import { CloudArrowDownRegular } from '@fluentui/react-icons/svg/cloud-arrow-down'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { OrganizationDetails, TenantDetails } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import { usePolicyPanel } from '../../features/posture/use-policy-panel.tsx'
import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import { LicenseItem } from '../../features/tenant-insight/license-item.tsx'
import { licenseSections } from '../../features/tenant-insight/license-sections.ts'
import { LicenseTiles } from '../../features/tenant-insight/license-tiles.tsx'
import { PartNote } from '../../features/tenant-insight/part-note.tsx'
import { PoliciesCard } from '../../features/tenant-insight/policies-card.tsx'
import { userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { TwoColumns } from '../../ui/two-columns.tsx'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    margin: 0,
    '@media (max-width: 1100px)': {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '8px',
    },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    padding: '12px 16px',
    minWidth: 0,
    minHeight: '48px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    breakInside: 'avoid',
    // A name and an ID need the full width of a phone.
    ':nth-child(-n + 2)': { '@media (max-width: 560px)': { gridColumn: '1 / -1' } },
  },
  value: { minWidth: 0 },
  idText: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightRegular,
  },
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
  group: { margin: '0 0 12px', ':not(:first-child)': { marginTop: '24px' } },
})

interface OrganizationViewProps {
  details: TenantDetails
  /** Why reading again failed, while the earlier data stay on screen. */
  rereadError: unknown
}

/** Shows the data of the own directory below the notices about its reading. */
export function OrganizationView({ details, rereadError }: OrganizationViewProps) {
  const { tenant, organization } = details
  return (
    <>
      {Boolean(rereadError) && (
        <RereadFailed title="Failed to load enhanced data" message={userMessageOf(rereadError)} />
      )}
      <FailureNotice tenant={tenant} />
      {hasLimitedAccess(details) && (
        <Notice intent="info" title="Limited Access">
          {details.message}
        </Notice>
      )}
      {organization === null ? (
        <EmptyState
          icon={<CloudArrowDownRegular />}
          title="Your organization has not been read yet"
          text="Its licenses and policies appear here after the next refresh."
        />
      ) : (
        <OrganizationData details={details} organization={organization} />
      )}
    </>
  )
}

/** A failure contains the reason, which is not repeated. */
function hasLimitedAccess({ limitedAccess, fullAccess, tenant }: TenantDetails): boolean {
  return limitedAccess && !fullAccess && tenant.failure === null
}

interface OrganizationDataProps {
  details: TenantDetails
  organization: NonNullable<TenantDetails['organization']>
}

function OrganizationData({ details, organization }: OrganizationDataProps) {
  const { open, panel } = usePolicyPanel(details.tenant)
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
      <TwoColumns>
        <OrganizationLicenses {...details} />
        <PoliciesCard policies={details.policies} failure={failureOf('policies')} onOpen={open} />
      </TwoColumns>
      {panel}
    </>
  )
}

interface OrganizationFactsProps {
  organization: OrganizationDetails
  /** Null where the people could not be read. */
  userCount: number | null
}

/** Shows the organization in four cards. */
function OrganizationFacts({ organization, userCount }: OrganizationFactsProps) {
  const styles = useStyles()
  const format = useFormat()
  const primary = organization.verifiedDomains.find(({ isDefault }) => isDefault)?.name
  return (
    <dl className={styles.cards}>
      <Card label="Organization name">
        <ForeignText wrap>{organization.displayName}</ForeignText>
      </Card>
      <Card label="Organization ID">
        <Stack as="span" row gap={4} align="center">
          <ForeignText className={styles.idText}>{organization.id}</ForeignText>
          <CopyButton text={organization.id} label="Copy organization ID" />
        </Stack>
      </Card>
      <Card label="Primary domain">
        <ForeignText wrap>{primary ?? 'N/A'}</ForeignText>
      </Card>
      <Card label="Total users">{userCount === null ? 'Not known' : format.number(userCount)}</Card>
    </dl>
  )
}

function Card({ label, children }: { label: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <div className={styles.card}>
      <Text as="dt" variant="caption" muted>
        {label}
      </Text>
      <Text as="dd" variant="subtitle" tabular className={styles.value}>
        {children}
      </Text>
    </div>
  )
}

type OrganizationLicensesProps = Pick<
  TenantDetails,
  'licenses' | 'partFailures' | 'licenseDiagnostic'
>

/** Every license of the own directory, within a height of its own. */
function OrganizationLicenses(props: OrganizationLicensesProps) {
  const { licenses, partFailures, licenseDiagnostic } = props
  const failure = partFailures.find(({ part }) => part === 'licenses')
  return (
    <SectionCard title="License Breakdown">
      {failure && <PartNote failure={failure} />}
      {!failure && licenses.length === 0 && (
        <Text variant="caption" muted>
          {licenseDiagnostic?.message ?? 'Your organization has no licenses.'}
        </Text>
      )}
      {licenses.length > 0 && <Breakdown licenses={licenses} />}
    </SectionCard>
  )
}

function Breakdown({ licenses }: { licenses: readonly TenantLicense[] }) {
  const styles = useStyles()
  return (
    // Keyboard users scroll it with the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls needs the focus
    <section className={styles.scroller} tabIndex={0} aria-label="Licenses">
      {licenseSections(licenses).map(({ title, licenses: shown }) => (
        <Group key={title} title={title} licenses={shown} />
      ))}
    </section>
  )
}

function Group({ title, licenses }: { title: string; licenses: readonly TenantLicense[] }) {
  const styles = useStyles()
  return (
    <>
      <Text as="h3" variant="captionStrong" muted className={styles.group}>
        {title}
      </Text>
      <Stack as="ul">
        {licenses.map((license) => (
          <LicenseItem key={license.skuId} license={license} isLinked={false} />
        ))}
      </Stack>
    </>
  )
}
