import { makeStyles, tokens } from '@fluentui/react-components'
import { decisionText, seatsText } from '@tenantscope/analysis/renewal-decision-text'
import { monthsOf } from '@tenantscope/analysis/renewal-months'
import type { RenewalMonth } from '@tenantscope/analysis/renewal-months'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import { RENEWAL_EVENT_NAMES } from '@tenantscope/contract/renewals'
import type { Renewal } from '@tenantscope/contract/renewals'
import { useMemo, useState } from 'react'

import type { Format } from '../../lib/format.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { fileColumns, Openable, renewalColumns } from './renewal-columns.tsx'
import { RenewalsExport } from './renewal-table.tsx'

const useStyles = makeStyles({
  months: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
    gap: '16px',
    alignItems: 'start',
  },
  renewal: {
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
})

const ROWS_AT_ONCE = 10

interface MonthViewProps {
  renewals: readonly Renewal[]
  /** Of the sums. */
  currency: CurrencyCode
  /** Null: the reader cannot decide. */
  onOpen: ((renewal: Renewal) => void) | null
}

/** The renewals by month, with the sums of each. */
export function MonthView({ renewals, currency, onOpen }: MonthViewProps) {
  const styles = useStyles()
  const format = useFormat()
  const timeZone = useTimeZone()
  const [now] = useState(() => new Date())
  const months = useMemo(() => monthsOf(renewals, { timeZone, now }), [renewals, timeZone, now])
  const columns = useMemo(
    () => fileColumns(renewalColumns({ format, timeZone, renewals, currency }, null)),
    [format, timeZone, renewals, currency],
  )
  return (
    <>
      <Stack row justify="end">
        <RenewalsExport
          rows={renewals}
          columns={columns}
          name="renewals"
          nouns={['renewal', 'renewals']}
        />
      </Stack>
      <div className={styles.months}>
        {months.map((month) => (
          <MonthCard
            key={month.month}
            month={month}
            currency={currency}
            format={format}
            onOpen={onOpen}
          />
        ))}
      </div>
    </>
  )
}

const MONTH_NAME = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

interface MonthCardProps extends Pick<MonthViewProps, 'currency' | 'onOpen'> {
  month: RenewalMonth
  format: Format
}

function MonthCard({ month, currency, format, onOpen }: MonthCardProps) {
  const styles = useStyles()
  const { shown, button } = useShowMore(month.renewals, ROWS_AT_ONCE)
  return (
    <SectionCard title={MONTH_NAME.format(new Date(`${month.month}-01T00:00:00Z`))}>
      <Text as="p" muted>
        {summaryText(month, { currency, format })}
      </Text>
      {shown.length > 0 && (
        <Stack as="ul" gap={8}>
          {shown.map((renewal) => (
            <li key={`${renewal.tenantId} ${renewal.subscriptionId}`} className={styles.renewal}>
              <Stack gap={2} align="start">
                <Text variant="caption" muted>
                  {format.date(renewal.renewsAt)} · {RENEWAL_EVENT_NAMES[renewal.event]}
                </Text>
                <ForeignText wrap variant="strong">
                  {renewal.tenantName}
                </ForeignText>
                <span>
                  <ForeignText wrap>{renewal.displayName}</ForeignText> ·{' '}
                  {seatsText(renewal.seats, format.number)}
                </span>
                <Openable renewal={renewal} onOpen={onOpen}>
                  {decisionText(renewal.decision, format.number)}
                </Openable>
              </Stack>
            </li>
          ))}
        </Stack>
      )}
      {button}
    </SectionCard>
  )
}

function summaryText(
  month: RenewalMonth,
  { currency, format }: Pick<MonthCardProps, 'currency' | 'format'>,
): string {
  const { renewals, undecided, unknown } = month
  if (renewals.length === 0) return 'No known renewals'
  const parts = [
    `${format.number(renewals.length)} ${renewals.length === 1 ? 'renewal' : 'renewals'}`,
    seatsText(month.seats, format.number),
    `${format.money(month.monthlyCost, currency)} per month`,
    `${format.number(month.removableSeats)} removable`,
    `${format.number(undecided)} undecided`,
  ]
  const rest = unknown === 0 ? '' : `. ${format.number(unknown)} with figures that are not known`
  return `${parts.join(', ')}${rest}`
}
