import { makeStyles, tokens } from '@fluentui/react-components'
import { mfaLabel, mfaLabelLines } from '@tenantscope/analysis/coverage/mfa-label'
import { knownAmount } from '@tenantscope/analysis/known-savings'
import { forEachIssue } from '@tenantscope/analysis/tenant-issues'
import { VERIFICATION_NAMES } from '@tenantscope/contract/tenants'
import type { TenantFigures, TenantListItem } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { AccessMethodBadge } from '../../ui/access-method-badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { MfaCellLabel } from '../../ui/mfa-label.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { VerificationLabel } from '../../ui/verification-label.tsx'
import { accessHint, isToBeGranted } from './access-hint.ts'
import { ActionsCell } from './actions-cell.tsx'
import { issueText } from './license-issues.ts'
import { postureText, postureWords } from './posture-text.ts'
import { savingsText } from './savings-text.ts'
import type { RowShape, TenantColumn, TenantColumnId } from './tenant-columns.ts'
import { isMarkedOutdated, nextStepHint, RowLink, TenantNameCell } from './tenant-name-cell.tsx'
import type { RowActions } from './use-row-actions.ts'

/** Shown for unknown values: never a zero. */
const NOTHING = '—'

const useStyles = makeStyles({
  status: { display: 'inline-flex', minWidth: 0 },
  access: { display: 'inline-flex', alignItems: 'center', gap: '8px', minWidth: 0 },
  grant: {
    display: 'inline-flex',
    minWidth: 0,
    padding: '4px 6px',
    margin: '-4px -6px',
    font: 'inherit',
    color: 'inherit',
    textDecorationLine: 'underline',
    textDecorationStyle: 'dotted',
    textUnderlineOffset: '3px',
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorSubtleBackgroundHover,
      textDecorationStyle: 'solid',
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  verifying: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.colorNeutralForeground2,
  },
  // Fluent's spinner costs more than the rest of a row together.
  spinner: {
    width: '10px',
    height: '10px',
    borderRadius: tokens.borderRadiusCircular,
    border: `2px solid ${tokens.colorNeutralStroke2}`,
    borderTopColor: tokens.colorCompoundBrandStroke,
    animationName: { to: { transform: 'rotate(1turn)' } },
    animationDuration: '1s',
    animationTimingFunction: 'linear',
    animationIterationCount: 'infinite',
  },
})

interface TenantCellProps {
  tenant: TenantListItem
  column: TenantColumn
  shape: RowShape
  tabIndex: number
  /** A refresh in progress determines the access, or Microsoft does not report a consent yet. */
  isVerifying: boolean
  format: Format
  now: Date
  /** The interval of scheduled refreshes. */
  refreshHours: number
  actions: RowActions
}

/** The content of a cell. */
export function TenantCell(props: TenantCellProps) {
  return CONTENT[props.column.id](props)
}

const CONTENT: Record<TenantColumnId, (props: TenantCellProps) => ReactNode> = {
  id: ({ tenant, tabIndex }) => (
    <>
      <Text variant="caption" mono muted title={tenant.id}>
        {tenant.id.slice(0, 8)}…
      </Text>
      <CopyButton
        // Its check mark belongs to this tenant, not to the row's element.
        key={tenant.id}
        text={tenant.id}
        label={`Copy tenant ID of ${tenant.displayName}`}
        tabIndex={tabIndex}
      />
    </>
  ),
  displayName: (props) => <TenantNameCell {...props} />,
  domain: ({ tenant }) => <ForeignText muted>{tenant.defaultDomainName ?? NOTHING}</ForeignText>,
  status: (props) => <StatusCell {...props} />,
  access: (props) => <AccessCell {...props} />,
  created: ({ tenant, format }) =>
    tenant.createdDateTime === null ? NOTHING : format.date(tenant.createdDateTime),
  people: ({ tenant, format }) => numberOr(tenant.figures?.people, format),
  unusedSeats: ({ tenant, format }) => numberOr(tenant.figures?.unassignedPaidSeats, format),
  savings: (props) => <SavingsCell {...props} />,
  ...forEachIssue(
    (kind) =>
      ({ tenant, format }: TenantCellProps) =>
        issueText(tenant, kind, format) ?? NOTHING,
  ),
  mfa: (props) => <MfaCell {...props} />,
  posture: (props) => <PostureCell {...props} />,
  dataAsOf: ({ tenant, format, now, refreshHours }) => {
    if (tenant.dataAsOf === null) return 'Never read'
    const age = (
      <time dateTime={tenant.dataAsOf} title={format.dateTime(tenant.dataAsOf)}>
        {format.relative(tenant.dataAsOf, now)}
      </time>
    )
    return isMarkedOutdated(tenant, { refreshHours, now }) ? (
      <StatusLabel tone="warning">{age}</StatusLabel>
    ) : (
      age
    )
  },
  actions: (props) => <ActionsCell {...props} isFolded={props.shape.isFolded} />,
}

function numberOr(value: number | undefined, format: Format): string {
  return value === undefined ? NOTHING : format.number(value)
}

function StatusCell({ tenant }: TenantCellProps) {
  return (
    <span className={useStyles().status} title={nextStepHint(tenant)}>
      <TenantStatusLabel status={tenant.status} />
    </span>
  )
}

/** The MFA verdict; unless everybody is covered by policies, a link to its reasons. */
function MfaCell({ tenant, shape, tabIndex, actions }: TenantCellProps) {
  if (tenant.figures === null) return NOTHING
  const { mfa: verdict, mfaNotCovered: notCovered } = tenant.figures
  const shown = (
    <MfaCellLabel verdict={verdict} notCovered={notCovered} isOneLine={shape.isCompact} />
  )
  if (verdict === 'required') return shown
  const { word, detail } = mfaLabelLines({ verdict, notCovered })
  const isOld = tenant.posture?.isOld === true
  return (
    <RowLink
      href={`/tenant/${tenant.id}#mfa`}
      // The name contains the text that is seen, for those who speak it.
      label={`MFA: ${detail === null ? word : `${word}, ${detail}`}`}
      title={isOld ? 'Not known, not read for 7 days' : mfaLabel({ verdict, notCovered })}
      tabIndex={tabIndex}
      onOpen={() => actions.openMfa(tenant)}
    >
      {shown}
    </RowLink>
  )
}

/** The posture score and its letter, with a link to the checks. */
function PostureCell({ tenant, tabIndex, format, actions }: TenantCellProps) {
  // Of an Inactive tenant nothing is judged any more.
  if (tenant.status === 'Inactive') return NOTHING
  const words = postureWords(tenant.posture, format)
  return (
    <RowLink
      href={`/tenant/${tenant.id}?tab=security`}
      label={`Posture: ${words}`}
      title={words}
      tabIndex={tabIndex}
      onOpen={() => actions.openSecurity(tenant)}
    >
      {postureText(tenant.posture) ?? NOTHING}
    </RowLink>
  )
}

/** The currency is named where it is not that of the sums above. */
function rowAmount({ savings, savingsInTotals }: TenantFigures, format: Format): string {
  const amount = knownAmount(savings)
  if (amount === undefined) return '—'
  return format.money(amount, savingsInTotals && savings.currency)
}

/** The possible savings of a tenant per month, with a link to the seats. */
function SavingsCell({ tenant, tabIndex, format, actions }: TenantCellProps) {
  const { figures } = tenant
  if (figures === null) return <Text muted>—</Text>
  const { savings } = figures
  const amount = knownAmount(savings)
  const amountText = rowAmount(figures, format)
  if (savings.removableSeats === 0 && amount === 0) return <Text muted>{amountText}</Text>
  const { detail } = savingsText(savings, format)
  return (
    <RowLink
      href={`/tenant/${tenant.id}?tab=licenses#savings`}
      label={`Savings: ${amount === undefined ? '' : `${format.money(amount, savings.currency)} per month, `}${detail}`}
      title={detail}
      tabIndex={tabIndex}
      onOpen={() => actions.openSavings(tenant)}
    >
      {amountText}
    </RowLink>
  )
}

/** The access level and method; the tooltip names missing permissions. */
function AccessCell({ tenant, tabIndex, isVerifying, actions: { grantConsent } }: TenantCellProps) {
  const styles = useStyles()
  if (isVerifying)
    return (
      <span className={styles.verifying}>
        <span className={styles.spinner} aria-hidden />
        Verifying...
      </span>
    )
  const label = <VerificationLabel verification={tenant.verification} />
  return (
    <span className={styles.access} title={accessHint(tenant)}>
      {grantConsent !== null && isToBeGranted(tenant) ? (
        <button
          type="button"
          className={styles.grant}
          aria-label={`${VERIFICATION_NAMES[tenant.verification]}: grant consent for ${tenant.displayName}`}
          tabIndex={tabIndex}
          onClick={() => grantConsent(tenant)}
        >
          {label}
        </button>
      ) : (
        label
      )}
      <AccessMethodBadge method={tenant.accessMethod} />
    </span>
  )
}
