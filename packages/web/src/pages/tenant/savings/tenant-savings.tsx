import { Link, makeStyles, tokens } from '@fluentui/react-components'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { summarizeSavings } from '@tenantscope/analysis/savings'
import { inTheirCurrency } from '@tenantscope/analysis/sum-currency'
import type { TenantId } from '@tenantscope/contract/ids'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import { lazyPart } from '../../../lib/load-part.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ExchangeNote } from '../../../ui/exchange-note.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LaterPart } from '../../../ui/later-part.tsx'
import { LicensePriceButton } from '../../../ui/license-price-button.tsx'
import { licensePriceText } from '../../../ui/license-price-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { figuresOf, removalTexts, savingsRows, seatsText, summaryText } from './savings-words.ts'
import type { Figure, SavingsRow } from './savings-words.ts'

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, max-content)',
    gap: '8px 32px',
    padding: '16px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { paddingBottom: 0 },
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  line: { minHeight: '24px' },
  amounts: {
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 640px)': { textAlign: 'start' },
  },
})

const SavingsDrawer = lazyPart(async () => (await import('./savings-drawer.tsx')).SavingsDrawer)

interface TenantSavingsProps {
  tenantId: TenantId
  licenses: readonly TenantLicense[]
}

/** What could be saved on a tenant's paid licenses (decisions.md, Licenses). */
export function TenantSavings(props: TenantSavingsProps) {
  return (
    <SectionCard title="Cost-saving opportunities">
      <Savings {...props} />
    </SectionCard>
  )
}

function Savings({ tenantId, licenses }: TenantSavingsProps) {
  const format = useFormat()
  const rows = savingsRows(licenses)
  const drawer = useDrawer(rows)
  const paid = licenses.flatMap(({ savings }) => (savings === null ? [] : [savings]))
  const summary = summarizeSavings(licenses, inTheirCurrency(licenses))
  const arePeopleUnread = paid.some(({ blockedHolders }) => blockedHolders === null)
  return (
    <>
      {arePeopleUnread && (
        <Notice intent="warning">
          Users could not be read: blocked and guest holders are not known.
        </Notice>
      )}
      {rows.length === 0 ? (
        <EmptyState
          icon={<CheckmarkCircleRegular />}
          title="No savings found"
          text={
            paid.length === 0
              ? 'This tenant has no paid licenses.'
              : 'No unused paid seats were found.'
          }
        />
      ) : (
        <>
          <Text as="p">{summaryText(summary, format)}</Text>
          <ExchangeNote exchange={summary.exchange} />
          <Stack as="ul">
            {rows.map((row) => (
              <SavingsItem
                key={row.license.skuId}
                row={row}
                // Without any, the sentence above says so for all of them.
                hasAmounts={summary.removableSeats > 0}
                onOpen={(opens) => drawer.open(row.license.skuId, opens)}
              />
            ))}
          </Stack>
        </>
      )}
      {drawer.shown && (
        <LaterPart>
          <SavingsDrawer
            tenantId={tenantId}
            {...drawer.shown}
            isOpen={drawer.isOpen}
            onOpen={drawer.show}
            onClose={drawer.close}
          />
        </LaterPart>
      )}
    </>
  )
}

/**
 * What the drawer shows stays while it slides out, and follows newly read data. Its code is not
 * loaded before it is first asked for.
 */
function useDrawer(rows: readonly SavingsRow[]) {
  const [asked, setAsked] = useState<{ skuId: string; opens: Figure['opens'] }>()
  const [isOpen, setIsOpen] = useState(false)
  const row = rows.find(({ license }) => license.skuId === asked?.skuId)
  return {
    shown: asked && row && { row, opens: asked.opens },
    isOpen,
    open: (skuId: string, opens: Figure['opens']) => {
      setAsked({ skuId, opens })
      setIsOpen(true)
    },
    show: (opens: Figure['opens']) => setAsked((before) => before && { ...before, opens }),
    close: () => setIsOpen(false),
  }
}

interface SavingsItemProps {
  row: SavingsRow
  hasAmounts: boolean
  onOpen: (opens: Figure['opens']) => void
}

/** One license: its seats and people that could go, what they cost, and when they can go. */
function SavingsItem({ row, hasAmounts, onOpen }: SavingsItemProps) {
  const styles = useStyles()
  const format = useFormat()
  const { license, savings } = row
  return (
    <li className={styles.item}>
      <Stack gap={4}>
        <ForeignText variant="strong">{license.displayName}</ForeignText>
        <Stack row wrap gap={12} lineGap={4} align="center" className={styles.line}>
          <Text variant="caption" muted>
            {licensePriceText(license, format)}
          </Text>
          <LicensePriceButton license={license} />
        </Stack>
        <Stack as="ul" row wrap gap={16} lineGap={4}>
          {figuresOf(savings, format).map((figure) => (
            <li key={figure.text}>
              <Link
                as="button"
                {...RETURNS_FOCUS}
                aria-label={`${figure.text}, ${license.displayName}`}
                aria-haspopup="dialog"
                onClick={() => onOpen(figure.opens)}
              >
                {figure.text}
              </Link>
            </li>
          ))}
        </Stack>
        {savings.keptSeats > 0 && savings.keptReason !== null && (
          <Text variant="caption" muted>
            Kept: <ForeignText wrap>{savings.keptReason}</ForeignText>
          </Text>
        )}
      </Stack>
      {hasAmounts && <Amounts row={row} />}
    </li>
  )
}

function Amounts({ row: { license, savings } }: { row: SavingsRow }) {
  const styles = useStyles()
  const format = useFormat()
  const { removableSeats, monthlyAmount, removal } = savings
  if (removableSeats === 0) return <div className={styles.amounts}>No removable seats</div>
  const seats = seatsText(removableSeats, format)
  return (
    <Stack gap={4} className={styles.amounts}>
      <Text variant="subtitle" nowrap>
        {monthlyAmount === null ? seats : format.money(monthlyAmount, license.price?.currency)}
      </Text>
      <Text variant="caption" muted>
        {monthlyAmount === null ? 'could be removed' : `per month, ${seats}`}
      </Text>
      {removalTexts(removal, format).map((text) => (
        <Text key={text} variant="caption" muted>
          {text}
        </Text>
      ))}
    </Stack>
  )
}
