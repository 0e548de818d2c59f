import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantFigures, TenantListItem } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AccessLevelLabel } from '../../ui/access-level-label.tsx'
import { AccessMethodBadge } from '../../ui/access-method-badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { MfaLabel } from '../../ui/mfa-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'

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
    { label: 'Status', value: <TenantStatusLabel status={tenant.status} /> },
    {
      label: 'Access',
      value: (
        <span className={styles.inline}>
          <AccessLevelLabel level={tenant.accessLevel} />
          <AccessMethodBadge method={tenant.accessMethod} />
        </span>
      ),
    },
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
  ]
  return <FactList facts={facts} />
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
    { label: 'MFA', value: <MfaLabel verdict={figures.mfa} /> },
  ]
}
