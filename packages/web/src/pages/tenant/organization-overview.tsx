import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import type { PartFailure, TenantPart } from '@tenantscope/contract/parts'
import type { OrganizationDetails, TenantDetails } from '@tenantscope/contract/tenants'

import { usePolicyPanel } from '../../features/posture/use-policy-panel.tsx'
import { MalformedRowsNotice } from '../../features/tenant-insight/malformed-rows-notice.tsx'
import { MfaCard } from '../../features/tenant-insight/mfa-card.tsx'
import { PartNote, UnreadPartsCard } from '../../features/tenant-insight/part-note.tsx'
import { PoliciesCard } from '../../features/tenant-insight/policies-card.tsx'
import { useFormat } from '../../lib/preferences.ts'
import { BalancedColumns } from '../../ui/balanced-columns.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import { UserDetailsCard } from './user-details-card.tsx'

const useStyles = makeStyles({
  domain: {
    minHeight: '32px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottomColor: 'transparent' },
  },
})

interface OrganizationOverviewProps {
  details: TenantDetails
  organization: OrganizationDetails
}

/** Parts whose failure has its own card. */
const WITH_CARD: readonly TenantPart[] = ['domains', 'users', 'policies']

/** The tenant's organization, users and policies. */
export function OrganizationOverview({ details, organization }: OrganizationOverviewProps) {
  const { partFailures, userCount, policies, tenant } = details
  const { open, panel } = usePolicyPanel(tenant)
  const failureOf = (part: TenantPart) => partFailures.find((failure) => failure.part === part)
  return (
    <>
      <MalformedRowsNotice parts={details.malformedRows} />
      <BalancedColumns>
        <OrganizationCard organization={organization} userCount={userCount} />
        <MfaCard mfa={details.mfa} tenantId={tenant.id} />
        <PoliciesCard
          policies={policies}
          failure={failureOf('policies')}
          canShowAll
          onOpen={open}
        />
        <DomainsCard domains={organization.verifiedDomains} failure={failureOf('domains')} />
        <DirectoryQuota quota={organization.directorySizeQuota} />
      </BalancedColumns>
      {panel}
      <UserDetailsCard tenant={tenant} failure={failureOf('users')} />
      <UnreadPartsCard failures={partFailures.filter(({ part }) => !WITH_CARD.includes(part))} />
    </>
  )
}

const NOTHING = 'Not given'

interface OrganizationCardProps {
  organization: OrganizationDetails
  userCount: number | null
}

function OrganizationCard({ organization, userCount }: OrganizationCardProps) {
  const format = useFormat()
  const { id, displayName, verifiedDomains, createdDateTime } = organization
  const primary = verifiedDomains.find((domain) => domain.isDefault)?.name ?? 'N/A'
  const address = addressOf(organization) ?? NOTHING
  return (
    <SectionCard title="Organization">
      <FactList
        facts={[
          { label: 'Organization name', value: <ForeignText wrap>{displayName}</ForeignText> },
          {
            label: 'Organization ID',
            value: (
              <Stack as="span" row wrap gap={8} align="center">
                <Text variant="caption" mono>
                  {id}
                </Text>
                <CopyButton text={id} label="Copy organization ID" />
              </Stack>
            ),
          },
          { label: 'Primary domain', value: <ForeignText wrap>{primary}</ForeignText> },
          {
            label: 'Total users',
            value: userCount === null ? 'Not known' : format.number(userCount),
          },
          { label: 'Phone', value: <Lines texts={organization.businessPhones} /> },
          { label: 'Address', value: <ForeignText wrap>{address}</ForeignText> },
          {
            label: 'Technical contacts',
            value: <Lines texts={organization.technicalNotificationMails} />,
          },
          {
            label: 'Created',
            value: createdDateTime === null ? 'Not known' : format.date(createdDateTime),
          },
          {
            label: 'Synced from on-premises',
            value: organization.onPremisesSyncEnabled === true ? 'Yes' : 'No',
          },
        ]}
      />
    </SectionCard>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return NOTHING
  return (
    <Stack as="span" gap={4}>
      {texts.map((text) => (
        <ForeignText key={text} wrap>
          {text}
        </ForeignText>
      ))}
    </Stack>
  )
}

/** Returns the known parts of the address in one line, with the country's name instead of its code. */
function addressOf({ city, state, countryLetterCode }: OrganizationDetails): string | undefined {
  const parts = [city, state, countryLetterCode && countryName(countryLetterCode)].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(', ')
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('en-US', { type: 'region' }).of(code) ?? code
  } catch {
    // An invalid country code is shown as it was entered.
    return code
  }
}

interface DomainsCardProps {
  domains: OrganizationDetails['verifiedDomains']
  failure: PartFailure | undefined
}

/** The verified domains in the server's order: default, initial, then by name. */
function DomainsCard({ domains, failure }: DomainsCardProps) {
  const styles = useStyles()
  return (
    <SectionCard title="Verified domains">
      {failure && <PartNote failure={failure} />}
      {!failure && domains.length === 0 && <span>No verified domain</span>}
      {domains.length > 0 && (
        <Stack as="ul">
          {domains.map(({ name, isDefault, isInitial }) => (
            <Stack key={name} as="li" row gap={8} align="center" className={styles.domain}>
              <ForeignText>{name}</ForeignText>
              {isDefault && (
                <Badge appearance="tint" color="brand">
                  Default
                </Badge>
              )}
              {isInitial && (
                <Badge appearance="outline" color="informative">
                  Initial
                </Badge>
              )}
            </Stack>
          ))}
        </Stack>
      )}
    </SectionCard>
  )
}

/** Shows how much of its quota of objects the directory uses. */
function DirectoryQuota({ quota }: { quota: OrganizationDetails['directorySizeQuota'] }) {
  const format = useFormat()
  if (quota === null || quota.total <= 0) return null
  const percent = (quota.used / quota.total) * 100
  return (
    <SectionCard title="Directory quota">
      <Stack gap={8}>
        <UsageBar percent={percent} tone={percent >= 90 ? 'warning' : 'normal'} />
        <Text muted tabular>
          {format.number(quota.used)} of {format.number(quota.total)} objects (
          {percent > 0 && percent < 1 ? 'under 1%' : format.percent(percent)})
        </Text>
      </Stack>
    </SectionCard>
  )
}
