import { makeStyles, tokens } from '@fluentui/react-components'
import { mfaLabel } from '@tenantscope/analysis/coverage/mfa-label'
import { isOutdated } from '@tenantscope/analysis/data-age'
import { knownAmount } from '@tenantscope/analysis/known-savings'
import { nextStepOf } from '@tenantscope/analysis/next-step'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import type { MouseEvent, ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { MfaCellLabel } from '../../ui/mfa-label.tsx'
import { OUTDATED_TITLE } from '../../ui/outdated-label.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { TenantStatusLabel } from '../../ui/tenant-status-label.tsx'
import { useTextStyle } from '../../ui/text-style.ts'
import { VerificationLabel } from '../../ui/verification-label.tsx'
import { accessHint } from './access-hint.ts'
import { isThirdLine } from './tenant-columns.ts'
import type { RowShape } from './tenant-columns.ts'
import type { RowActions } from './use-row-actions.ts'

const useStyles = makeStyles({
  cell: { flexGrow: 1 },
  // As high as a row of one line allows.
  twoLines: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    lineHeight: '18px',
  },
  fixed: { display: 'inline-flex', flexShrink: 0 },
  mark: { display: 'inline-flex', minWidth: 0 },
  mfa: { display: 'inline-flex', gap: '4px', minWidth: 0 },
  tags: { display: 'flex', gap: '4px', minWidth: 0, overflow: 'hidden' },
  tag: {
    flexShrink: 1,
    minWidth: '24px',
    maxWidth: '160px',
    padding: '0 6px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase100,
    lineHeight: '16px',
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    // Forced colors drop backgrounds.
    outline: `1px solid ${tokens.colorTransparentStroke}`,
    outlineOffset: '-1px',
  },
  link: {
    minWidth: 0,
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { color: tokens.colorBrandForegroundLinkHover, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

interface TenantNameCellProps {
  tenant: TenantListItem
  shape: RowShape
  tabIndex: number
  format: Format
  now: Date
  refreshHours: number
  actions: RowActions
}

/** The tenant's name, what is wrong with its reading, and beneath it what has no column of its own. */
export function TenantNameCell(props: TenantNameCellProps) {
  const { tenant, shape, tabIndex, actions } = props
  const styles = useStyles()
  const mark = markOf(tenant, props)
  const isNameAlone = shape.foldedColumns.length === 0 && !shape.isCompact
  const marks = isNameAlone && (mark !== null || tenant.tags.length > 0) && (
    <Marks tags={tenant.tags} mark={mark} />
  )
  return (
    <Stack className={styles.cell}>
      <Stack row gap={8} align="center">
        <RowLink
          href={`/tenant/${tenant.id}`}
          tabIndex={tabIndex}
          onOpen={() => actions.open(tenant)}
        >
          <ForeignText {...(isNameAlone && marks === false && { className: styles.twoLines })}>
            {tenant.displayName}
          </ForeignText>
        </RowLink>
        {!isNameAlone && <ReadingMark mark={mark} />}
      </Stack>
      <SecondLine {...props} />
      {shape.foldedColumns.some(isThirdLine) && <PhoneFigures {...props} />}
      {marks}
    </Stack>
  )
}

/** Status and domain, and savings on a phone, where they have no column. */
function SecondLine({ tenant, shape: { foldedColumns }, format }: TenantNameCellProps) {
  const styles = useStyles()
  const line = useTextStyle({ variant: 'caption', muted: true })
  if (foldedColumns.every(isThirdLine)) return null
  return (
    <Stack row gap={12} align="center" className={line}>
      {foldedColumns.includes('status') && (
        <span className={styles.fixed} title={nextStepHint(tenant)}>
          <TenantStatusLabel status={tenant.status} />
        </span>
      )}
      {foldedColumns.includes('domain') && (
        <ForeignText>{tenant.defaultDomainName ?? ''}</ForeignText>
      )}
      {foldedColumns.includes('savings') && <PhoneSavings tenant={tenant} format={format} />}
    </Stack>
  )
}

function PhoneSavings({
  tenant: { figures },
  format,
}: Pick<TenantNameCellProps, 'tenant' | 'format'>) {
  const styles = useStyles()
  const savings = figures === null ? undefined : knownAmount(figures.savings)
  if (figures === null || savings === undefined || savings <= 0) return null
  return (
    <span className={styles.fixed} title="Possible savings per month">
      {format.money(savings, figures.savings.currency)}
    </span>
  )
}

/** Access and MFA of a tenant on a phone. */
function PhoneFigures({ tenant, shape: { foldedColumns } }: TenantNameCellProps) {
  const styles = useStyles()
  const line = useTextStyle({ variant: 'caption', muted: true })
  const { figures, verification } = tenant
  return (
    <Stack row gap={12} align="center" className={line}>
      {foldedColumns.includes('access') && (
        <span className={styles.fixed} title={accessHint(tenant)}>
          <VerificationLabel verification={verification} />
        </span>
      )}
      {foldedColumns.includes('mfa') && figures !== null && (
        <span
          className={styles.mfa}
          title={mfaLabel({ verdict: figures.mfa, notCovered: figures.mfaNotCovered })}
        >
          MFA: <MfaCellLabel verdict={figures.mfa} notCovered={figures.mfaNotCovered} isOneLine />
        </span>
      )}
    </Stack>
  )
}

function Marks({ tags, mark }: { tags: readonly string[]; mark: Mark | null }) {
  const line = useTextStyle({ variant: 'caption', muted: true })
  return (
    <Stack row gap={12} align="center" className={line}>
      <ReadingMark mark={mark} />
      <TagBadges tags={tags} />
    </Stack>
  )
}

/** The words of decisions.md, Microsoft connection. */
const AWAITS_APPROVAL = 'consented, waiting for approval'

function ReadingMark({ mark }: { mark: Mark | null }) {
  const styles = useStyles()
  if (mark === null) return null
  const { tone, word, title } = mark
  return (
    <span className={tone === 'waiting' ? styles.mark : styles.fixed} title={title}>
      <StatusLabel tone={tone}>{word}</StatusLabel>
    </span>
  )
}

interface Mark {
  tone: StatusTone
  word: string
  title: string | undefined
}

type Age = Parameters<typeof isOutdated>[1]

function markOf(tenant: TenantListItem, age: Age): Mark | null {
  const { consent, isReadingStopped, dataAsOf, failure } = tenant
  if (consent.state === 'awaitingApproval')
    return { tone: 'waiting', word: AWAITS_APPROVAL, title: AWAITS_APPROVAL }
  if (isReadingStopped) {
    const title = dataAsOf === null ? undefined : 'Reading stopped: the last data is kept'
    return { tone: 'off', word: 'Reading stopped', title }
  }
  // The data of an earlier refresh are kept, with their age beside it.
  const word = dataAsOf === null ? 'Not read' : 'Last refresh failed'
  if (failure !== null) return { tone: 'warning', word, title: nextStepHint(tenant) }
  return isMarkedOutdated(tenant, age)
    ? { tone: 'warning', word: 'Outdated', title: OUTDATED_TITLE }
    : null
}

/** True when the tenant is still read and its data are older than two refresh intervals. */
export function isMarkedOutdated({ status, dataAsOf }: TenantListItem, age: Age): boolean {
  return status !== 'Inactive' && dataAsOf !== null && isOutdated(dataAsOf, age)
}

/** Staff's words for a tenant, in one line; all of them in the tooltip. */
function TagBadges({ tags }: { tags: readonly string[] }) {
  const styles = useStyles()
  if (tags.length === 0) return null
  return (
    <span className={styles.tags} title={`Tags: ${tags.join(', ')}`}>
      {tags.map((tag) => (
        <bdi key={tag} className={styles.tag}>
          {tag}
        </bdi>
      ))}
    </span>
  )
}

/** Why a tenant is not as it should be, and what to do; undefined where nothing needs to be done. */
export function nextStepHint(tenant: TenantListItem): string | undefined {
  // Where there is no connection the page says so once, not in every row.
  const { step, text } = nextStepOf(tenant, { isConnected: true })
  return step === 'none' ? undefined : text
}

interface RowLinkProps {
  href: string
  /** What screen readers say, where the text alone does not say it. */
  label?: string
  title?: string
  tabIndex: number
  onOpen: () => void
  children: ReactNode
}

/**
 * A link of a row. A bare anchor: the router's link costs more than the rest of a row together, and
 * scrolling makes new rows in every frame.
 */
export function RowLink({ href, label, title, tabIndex, onOpen, children }: RowLinkProps) {
  const styles = useStyles()
  return (
    <a
      href={href}
      aria-label={label}
      title={title}
      className={styles.link}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (wantsNewTab(event)) return
        event.preventDefault()
        onOpen()
      }}
    >
      {children}
    </a>
  )
}

function wantsNewTab({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey
}
