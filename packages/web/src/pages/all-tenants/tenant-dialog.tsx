import { makeStyles, tokens } from '@fluentui/react-components'
import type {
  TenantConsent,
  TenantEnd,
  TenantFigures,
  TenantListItem,
} from '@tenantscope/contract/tenants'

import { FailureNotice } from '../../features/refresh/failure-notice.tsx'
import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AccessMethodBadge } from '../../ui/access-method-badge.tsx'
import { AppLink, LinkButton } from '../../ui/app-link.tsx'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import type { Fact } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { MfaLabel } from '../../ui/mfa-label.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { VerificationLabel } from '../../ui/verification-label.tsx'
import { missingText } from './access-hint.ts'
import { postureWords } from './posture-text.ts'
import { savingsText } from './savings-text.ts'
import { TenantNextStep } from './tenant-next-step.tsx'
import type { Consenting } from './tenant-next-step.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  // Blocks, not grid or flex: both would squeeze the notice where the dialog is low.
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '24px' } },
  title: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    minWidth: 0,
    // A name of 200 characters must not push the facts out of the dialog.
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    overflow: 'hidden',
  },
})

interface TenantDialogProps extends Consenting {
  tenant: TenantListItem
  isOpen: boolean
  onClose: () => void
}

/** The details of one tenant. */
export function TenantDialog(props: TenantDialogProps) {
  const { tenant, isOpen, onClose, consents, isConnected } = props
  const styles = useStyles()
  return (
    <ClosableDialog
      title={
        <span className={styles.title}>
          <ForeignText wrap>{tenant.displayName}</ForeignText>
        </span>
      }
      isOpen={isOpen}
      className={styles.surface}
      contentClassName={styles.content}
      isContentFocusable
      actions={
        <LinkButton appearance="primary" to="/tenant/$tenantId" params={{ tenantId: tenant.id }}>
          Open tenant
        </LinkButton>
      }
      onClose={onClose}
    >
      <FailureNotice tenant={tenant} />
      <TenantNextStep
        tenant={tenant}
        consents={consents}
        isConnected={isConnected}
        onDeclined={onClose}
      />
      <TenantFacts tenant={tenant} />
    </ClosableDialog>
  )
}

const postureOf = (tenant: TenantListItem): Fact[] =>
  tenant.end === null ? [{ label: 'Posture', value: <PostureFact tenant={tenant} /> }] : []

function TenantFacts({ tenant }: { tenant: TenantListItem }) {
  const format = useFormat()
  const facts: readonly Fact[] = [
    {
      label: 'Tenant ID',
      value: (
        <Stack as="span" row wrap gap={8} align="center">
          <Text variant="caption" mono>
            {tenant.id}
          </Text>
          <CopyButton text={tenant.id} label="Copy tenant ID" />
        </Stack>
      ),
    },
    {
      label: 'Domain',
      value: <ForeignText wrap>{tenant.defaultDomainName ?? 'Not known'}</ForeignText>,
    },
    ...namesOf(tenant),
    { label: 'Status', value: <TenantStatusLabel status={tenant.status} /> },
    ...(tenant.end === null ? [] : [{ label: 'Inactive', value: endText(tenant.end, format) }]),
    {
      label: 'Access',
      value: (
        <Stack as="span" row wrap gap={8} align="center">
          <VerificationLabel verification={tenant.verification} />
          {tenant.end === null && <AccessMethodBadge method={tenant.accessMethod} />}
        </Stack>
      ),
    },
    {
      label: 'Consent',
      value: (
        <StatusLabel tone={tenant.end === null ? CONSENT_TONES[tenant.consent.state] : 'off'}>
          {tenant.end === null ? consentText(tenant.consent, format) : NO_LONGER_CHECKED}
        </StatusLabel>
      ),
    },
    { label: 'Permissions', value: permissionsOf(tenant) },
    { label: 'Contract type', value: <ForeignText wrap>{contractOf(tenant)}</ForeignText> },
    {
      label: 'Created',
      value: tenant.createdDateTime === null ? 'Not known' : format.date(tenant.createdDateTime),
    },
    ...(tenant.figures ? factsOf(tenant.figures, format) : []),
    ...postureOf(tenant),
    {
      label: 'Data as of',
      value: tenant.dataAsOf === null ? 'Never read yet' : format.dateTime(tenant.dataAsOf),
    },
    ...(tenant.isReadingStopped ? [READING_STOPPED] : []),
  ]
  return <FactList facts={facts} />
}

function PostureFact({ tenant: { id, posture } }: { tenant: TenantListItem }) {
  const format = useFormat()
  return (
    <AppLink to="/tenant/$tenantId" params={{ tenantId: id }} search={{ tab: 'security' }}>
      {postureWords(posture, format)}
    </AppLink>
  )
}

const READING_STOPPED: Fact = {
  label: 'Reading',
  value: <StatusLabel tone="off">Stopped by an administrator</StatusLabel>,
}

/** The name in the directory, when an alias replaces it, and the tags. */
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

const NO_LONGER_CHECKED = 'No longer checked'

function endText({ reason, since }: TenantEnd, format: Format): string {
  if (reason === 'relationshipEnded') return 'The relationship with this tenant has ended'
  return since === null
    ? 'The directory was deleted'
    : `The directory was deleted, not reachable since ${format.dateTime(since)}`
}

function permissionsOf({ accessLevel, missingPermissions, end, consent }: TenantListItem): string {
  if (end !== null) return NO_LONGER_CHECKED
  if (accessLevel === 'unknown') return 'Unknown'
  if (consent.state === 'none' || consent.state === 'lost') return 'None: consent is missing'
  return missingText(missingPermissions) ?? 'All 4 required permissions are granted'
}

function contractOf({ contractType, isPartnerTenant }: TenantListItem): string {
  return isPartnerTenant ? `${contractType} (your own directory)` : contractType
}

function factsOf(figures: TenantFigures, format: Format): readonly Fact[] {
  const { amount, detail } = savingsText(figures.savings, format)
  return [
    {
      label: 'People',
      value: `${format.number(figures.people)} (${format.number(figures.licensedPeople)} with any license)`,
    },
    {
      label: 'Paid seats',
      value: `${format.number(figures.paidSeats)} (${format.number(figures.assignedPaidSeats)} assigned)`,
    },
    { label: 'Unused seats', value: format.number(figures.unassignedPaidSeats) },
    { label: 'Savings per month', value: `${amount} (${detail})` },
    { label: 'MFA', value: <MfaLabel verdict={figures.mfa} notCovered={figures.mfaNotCovered} /> },
  ]
}

const CONSENT_TONES: Record<TenantConsent['state'], StatusTone> = {
  none: 'off',
  granted: 'good',
  lost: 'bad',
  awaitingApproval: 'waiting',
}

function consentText({ state, since }: TenantConsent, format: Format): string {
  const at = since === null ? '' : ` ${format.dateTime(since)}`
  if (state === 'none') return 'Not given'
  if (state === 'granted') return `Given${at}`
  if (state === 'lost') return since === null ? 'Withdrawn' : `Withdrawn, detected${at}`
  return `Given${at}, waiting for approval`
}
