import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import type { UseQueryResult } from '@tanstack/react-query'
import type { SavingsHistory, SavingsMonth } from '@tenantscope/contract/savings-history'

import { useFormat } from '../../lib/preferences.ts'
import { LazyLineOverTime } from '../../ui/charts/lazy-charts.tsx'
import { ExchangeNote } from '../../ui/exchange-note.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Text } from '../../ui/text.tsx'

// About as high as the figures.
const useStyles = makeStyles({ skeleton: { height: '160px' } })

/** What could be saved, what was decided and what renewals really saved, by month. */
export function SavingsOverTime({ history }: { history: UseQueryResult<SavingsHistory> }) {
  const styles = useStyles()
  return (
    <SectionCard title="Savings over time">
      {history.data && <Savings {...history.data} />}
      {history.isLoadingError && (
        <LoadFailed title="Failed to load the savings over time" query={history} />
      )}
      {history.isPending && (
        <Skeleton aria-label="Loading the savings over time...">
          <SkeletonItem className={styles.skeleton} />
        </Skeleton>
      )}
    </SectionCard>
  )
}

function Savings({ currency, exchange, months, realized }: SavingsHistory) {
  const format = useFormat()
  const last = months.at(-1)
  const money = (amount: number) => format.money(amount, currency)
  return (
    <>
      <FactList
        facts={[
          {
            label: 'Could be saved per month',
            value: recordedText(last, {
              amount: last?.found ?? 0,
              unpriced: last?.unpricedSeats ?? 0,
              noun: 'seat',
              money,
            }),
          },
          {
            label: 'Decided for coming renewals, per month',
            value: recordedText(last, {
              amount: last?.decided ?? 0,
              unpriced: last?.unpricedDecisions ?? 0,
              noun: 'decision',
              money,
            }),
          },
          { label: 'Saved per month', value: realizedText(realized, money) },
          { label: 'Saved until today', value: realizedTotal(realized, money) },
        ]}
      />
      <History months={months} money={money} />
      <ExchangeNote exchange={exchange} />
      <Text as="p" variant="caption" muted>
        Saved is what the readings after a decided renewal show: fewer seats than before. Each
        renewal counts for 12 months.
      </Text>
    </>
  )
}

type Realized = SavingsHistory['realized']
type Money = (amount: number) => string

interface Recorded {
  amount: number
  /** Seats or decisions without a known price. */
  unpriced: number
  noun: string
  money: Money
}

/** 'USD 120.00; 4 seats without a price'. Where nothing has a price, the amount is not known. */
function recordedText(
  month: SavingsMonth | undefined,
  { amount, unpriced, noun, money }: Recorded,
): string {
  if (month === undefined || month.tenants === 0) return 'Not recorded yet'
  if (unpriced === 0) return money(amount)
  const without = `${unpriced} ${unpriced === 1 ? noun : `${noun}s`} without a price`
  return amount === 0 ? `Not known: ${without}` : `${money(amount)}; ${without}`
}

/** 'USD 120.00 after 2 renewals; 1 is not known yet'. */
function realizedText({ monthlyAmount, renewals, unknown }: Realized, money: Money): string {
  if (renewals === 0 && unknown === 0) return 'No decided renewal has passed yet'
  const open = unknown === 0 ? '' : `; ${unknown} ${unknown === 1 ? 'is' : 'are'} not known yet`
  if (renewals === 0) return `No renewal with fewer seats${open}`
  return `${money(monthlyAmount)} after ${renewals} ${renewals === 1 ? 'renewal' : 'renewals'}${open}`
}

const realizedTotal = ({ total, renewals }: Realized, money: Money): string =>
  renewals === 0 ? '—' : money(total)

const LINES = [
  { key: 'found', label: 'Could be saved' },
  { key: 'decided', label: 'Decided' },
  { key: 'saved', label: 'Saved' },
] as const

function History({ months, money }: { months: readonly SavingsMonth[]; money: Money }) {
  if (months.length < 2)
    return (
      <Text as="p" muted>
        {months.length === 0
          ? 'The first month is recorded within an hour of a refresh.'
          : 'Changes are shown from the second month on.'}
      </Text>
    )
  return (
    <LazyLineOverTime
      title="Savings over time"
      format={money}
      series={LINES.map(({ key, label }) => ({
        key,
        label,
        points: months.flatMap((month) =>
          daysIn(month.month).map((day) => ({
            day,
            value: knownValue(month, key),
          })),
        ),
      }))}
    />
  )
}

/** Returns an amount of a month; null, a gap, where no tenant is recorded or nothing has a price. */
function knownValue(month: SavingsMonth, key: (typeof LINES)[number]['key']): number | null {
  const unpriced = { found: month.unpricedSeats, decided: month.unpricedDecisions, saved: 0 }[key]
  return month.tenants === 0 || (month[key] === 0 && unpriced > 0) ? null : month[key]
}

/** Returns the days of a month: its record counts for all of them. */
function daysIn(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}
