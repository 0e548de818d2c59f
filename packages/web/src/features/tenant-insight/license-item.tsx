import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { renewalText } from '@tenantscope/analysis/license-renewal-text'
import { hasUnlimitedSeats } from '@tenantscope/analysis/seat-order'
import type { TenantLicense, UtilizationLabel } from '@tenantscope/contract/licenses'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import { LINKED_ITEM_STYLE, useLinkedItem } from './use-linked-item.ts'

const useStyles = makeStyles({
  item: {
    display: 'flex',
    alignItems: 'start',
    gap: '8px 32px',
    padding: '16px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopColor: 'transparent', paddingTop: 0 },
    ':last-child': { paddingBottom: 0 },
    '@media (max-width: 840px)': { flexWrap: 'wrap', columnGap: '8px' },
  },
  linked: LINKED_ITEM_STYLE,
  words: { flex: '1 1 0' },
  // Below the words on a narrow screen.
  use: {
    flex: '0 1 420px',
    minWidth: 0,
    maxWidth: '45%',
    '@media (max-width: 840px)': { flexBasis: '100%', maxWidth: 'none', order: 1 },
  },
  summary: {
    ...typographyStyles.caption1,
    width: 'fit-content',
    color: tokens.colorBrandForegroundLink,
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // Compensates the padding of Fluent's controls: the name and the action are on one line.
  actions: { margin: '-8px -8px -8px 0', ':empty': { display: 'none' } },
  plans: {
    ...typographyStyles.caption1,
    margin: '8px 0 0',
    paddingInlineStart: '24px',
    columnWidth: '240px',
    columnGap: '24px',
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
  },
})

interface LicenseItemProps {
  license: TenantLicense
  /** Singled out by the address. */
  isLinked: boolean
  /** At the end of its line. */
  actions?: ReactNode
}

/** One SKU: its name, its state and the use of its seats. */
export function LicenseItem({ license, isLinked, actions }: LicenseItemProps) {
  const styles = useStyles()
  const format = useFormat()
  const item = useLinkedItem<HTMLLIElement>(isLinked)
  const status = license.capabilityStatus
  const { tone, word } = CAPABILITIES.get(status) ?? { tone: 'unknown', word: status }
  const facts = [heldBackSeats(license, format), renewalText(license, format)]
  return (
    <li
      ref={item}
      tabIndex={-1}
      className={mergeClasses(styles.item, isLinked && styles.linked)}
      aria-current={isLinked || undefined}
    >
      <Stack gap={4} className={styles.words}>
        <ForeignText variant="strong">{license.displayName}</ForeignText>
        <ForeignText variant="caption" mono muted>
          {license.skuPartNumber}
        </ForeignText>
        <Stack row wrap gap={12} lineGap={8} align="center">
          <LicenseTypeBadge license={license} />
          <StatusLabel tone={tone}>{word}</StatusLabel>
        </Stack>
        {facts.flatMap((fact) =>
          fact === null ? (
            []
          ) : (
            <Text key={fact} variant="caption" muted>
              {fact}
            </Text>
          ),
        )}
        <ServicePlans plans={license.servicePlans} />
      </Stack>
      <div className={styles.use}>
        <LicenseUse license={license} />
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  )
}

function ServicePlans({ plans }: { plans: TenantLicense['servicePlans'] }) {
  const styles = useStyles()
  if (plans.length === 0)
    return (
      <Text variant="caption" muted>
        No service plans
      </Text>
    )
  return (
    <details>
      <summary className={styles.summary}>
        {plans.length === 1 ? '1 service plan' : `${plans.length} service plans`}
      </summary>
      <ul className={styles.plans}>
        {plans.map(({ servicePlanName }, index) => (
          // The same plan can be in a SKU twice; the list never changes its order.
          <li key={`${servicePlanName}-${index}`}>{servicePlanName}</li>
        ))}
      </ul>
    </details>
  )
}

/** The assigned and usable seats of a license: in numbers and, for paid ones, as a bar and a word. */
function LicenseUse({ license }: { license: TenantLicense }) {
  const format = useFormat()
  if (hasUnlimitedSeats(license)) return <UnlimitedUse license={license} />
  const { consumedUnits, enabledUnits, availableUnits, utilization } = license
  const tone = toneOf(license)
  // A percentage of free seats would look like waste (decisions.md, Licenses).
  const percent = license.countsAsPaid ? license.utilizationPercent : null
  return (
    <Stack gap={8}>
      <Stack row wrap gap={16} lineGap={4} justify="between">
        <Text tabular>
          {format.number(consumedUnits)} / {format.number(enabledUnits)}
          {percent !== null && ` (${format.percent(percent)})`}
        </Text>
        {utilization !== null && <StatusLabel tone={tone}>{utilization}</StatusLabel>}
      </Stack>
      {percent !== null && (
        <UsageBar percent={percent} tone={tone === 'warning' || tone === 'bad' ? tone : 'normal'} />
      )}
      {license.countsAsPaid && (
        <Text variant="caption" muted tabular>
          {format.number(availableUnits)} available{unusedText(percent, format)}
        </Text>
      )}
    </Stack>
  )
}

const unusedText = (percent: number | null, format: Format): string =>
  percent !== null && percent < 100 ? `, ${format.percent(100 - percent)} unused` : ''

/** The use of a license whose seats are no limit: what is left of 1,000,000 says nothing. */
function UnlimitedUse({ license: { consumedUnits, enabledUnits } }: { license: TenantLicense }) {
  const { number } = useFormat()
  return (
    <Text tabular title={`Microsoft provides ${number(enabledUnits)} seats of this license.`}>
      {number(consumedUnits)} / Unlimited
    </Text>
  )
}

/** From this share of unused seats on, 'Some Waste' is a warning (docs/decisions/0040). */
const WARNS_FROM_UNUSED_PERCENT = 25

function toneOf({ utilization, utilizationPercent }: TenantLicense): StatusTone {
  if (utilization === null) return 'unknown'
  const isNotable = 100 - (utilizationPercent ?? 100) >= WARNS_FROM_UNUSED_PERCENT
  return utilization === 'Some Waste' && isNotable ? 'warning' : UTILIZATION_TONES[utilization]
}

const UTILIZATION_TONES: Record<UtilizationLabel, StatusTone> = {
  Overallocated: 'bad',
  'Fully Utilized': 'good',
  'Well Utilized': 'good',
  'Some Waste': 'info',
  'High Waste': 'warning',
  'In use without entitlement': 'bad',
}

/** Microsoft's states of a subscription; an unknown one is shown unchanged. */
const CAPABILITIES: ReadonlyMap<string, { tone: StatusTone; word: string }> = new Map([
  ['Enabled', { tone: 'good', word: 'Enabled' }],
  ['Warning', { tone: 'warning', word: 'Warning' }],
  ['Suspended', { tone: 'bad', word: 'Suspended' }],
  ['LockedOut', { tone: 'bad', word: 'Locked out' }],
  ['Deleted', { tone: 'off', word: 'Deleted' }],
])

/** Returns the seats that are suspended or about to be; null when there are none. */
function heldBackSeats({ prepaidUnits, issues }: TenantLicense, format: Format): string | null {
  const { warning, suspended, lockedOut } = prepaidUnits
  const end = issues.find(({ kind }) => kind === 'grace')?.endsAt ?? null
  const kinds = [
    [warning, `in the grace period${end === null ? '' : `, which ends on ${format.date(end)}`}`],
    [suspended, 'suspended'],
    [lockedOut, 'locked out'],
  ] as const
  const named = kinds.flatMap(([count, words]) =>
    count > 0 ? `${format.number(count)} ${words}` : [],
  )
  return named.length === 0 ? null : `Seats: ${named.join(', ')}`
}
