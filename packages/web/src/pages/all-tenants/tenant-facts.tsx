import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantFigures, TenantListItem } from '@tenantscope/contract/tenants'

import { ConsentLabel } from '../../features/consent/consent-label.tsx'
import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AccessLevelLabel } from '../../ui/access-level-label.tsx'
import { AccessMethodBadge } from '../../ui/access-method-badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { MfaLabel } from '../../ui/mfa-label.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { missingText } from './access-hint.ts'
import { savingsText } from './savings-text.ts'

const useStyles = makeStyles({
  inline: { display: 'inline-flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap' },
  id: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
})

export function TenantFacts({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  const format = useFormat()
  const facts: readonly Fact[] = [
    {
      label: 'Tenant ID',
      value: (
        <span className={styles.inline}>
          <span className={styles.id}>{tenant.id}</span>
          <CopyButton text={tenant.id} label="Copy tenant ID" />
        </span>
      ),
    },
    {
      label: 'Domain',
      value: <ForeignText wrap>{tenant.defaultDomainName ?? 'Not known'}</ForeignText>,
    },
    ...namesOf(tenant),
    { label: 'Status', value: <TenantStatusLabel status={tenant.status} /> },
    {
      label: 'Access',
      value: (
        <span className={styles.inline}>
          <AccessLevelLabel level={tenant.accessLevel} long={tenant.accessLevel !== 'unknown'} />
          <AccessMethodBadge method={tenant.accessMethod} />
        </span>
      ),
    },
    { label: 'Consent', value: <ConsentLabel consent={tenant.consent} /> },
    { label: 'Permissions', value: permissionsOf(tenant) },
    { label: 'Contract type', value: <ForeignText wrap>{contractOf(tenant)}</ForeignText> },
    {
      label: 'Created',
      value: tenant.createdDateTime === null ? 'Not known' : format.date(tenant.createdDateTime),
    },
    ...(tenant.figures ? factsOf(tenant.figures, format) : []),
    {
      label: 'Data as of',
      value: tenant.dataAsOf === null ? 'Never read yet' : format.dateTime(tenant.dataAsOf),
    },
    ...(tenant.isReadingStopped
      ? [
          {
            label: 'Reading',
            value: <StatusLabel tone="off">Stopped by an administrator</StatusLabel>,
          },
        ]
      : []),
  ]
  return <FactList facts={facts} />
}

/** The directory's own name where staff gave another one, and staff's words. */
function namesOf({ displayName, directoryName, tags }: TenantListItem): readonly Fact[] {
  return [
    ...(directoryName === displayName
      ? []
      : [{ label: 'Directory name', value: <ForeignText wrap>{directoryName}</ForeignText> }]),
    ...(tags.length === 0
      ? []
      : [{ label: 'Tags', value: <ForeignText wrap>{tags.join(', ')}</ForeignText> }]),
  ]
}

function permissionsOf({ accessLevel, missingPermissions }: TenantListItem): string {
  if (accessLevel === 'unknown') return 'Not known: no refresh has reached this tenant yet'
  return missingText(missingPermissions) ?? 'All 4 required permissions are granted'
}

function contractOf({ contractType, isPartnerTenant }: TenantListItem): string {
  return isPartnerTenant ? `${contractType} (your own directory)` : contractType
}

function factsOf(figures: TenantFigures, format: Format): readonly Fact[] {
  return [
    {
      label: 'People',
      value: `${format.number(figures.people)} (${format.number(figures.licensedPeople)} with a license)`,
    },
    {
      label: 'Paid seats',
      value: `${format.number(figures.paidSeats)} (${format.number(figures.assignedPaidSeats)} assigned)`,
    },
    { label: 'Unused seats', value: format.number(figures.unassignedPaidSeats) },
    { label: 'Savings per month', value: savingsOf(figures, format) },
    { label: 'MFA', value: <MfaLabel verdict={figures.mfa} /> },
  ]
}

function savingsOf({ savings }: TenantFigures, format: Format): string {
  const { amount, detail } = savingsText(savings, format)
  return `${amount} (${detail})`
}
