import {
  Link,
  makeStyles,
  tokens,
  typographyStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { CURRENCY } from '@tenantscope/contract/savings'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicensePriceButton } from '../../ui/license-price-button.tsx'
import { licensePriceText } from '../../ui/license-price-text.ts'
import { figuresOf, removalTexts, seatsText } from './savings-words.ts'
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
  words: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  name: typographyStyles.body1Strong,
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: '24px',
  },
  figures: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  amounts: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 640px)': { textAlign: 'start' },
  },
  amount: { ...typographyStyles.subtitle2, whiteSpace: 'nowrap' },
})

interface SavingsItemProps {
  row: SavingsRow
  onOpen: (opens: Figure['opens']) => void
}

/** One license: its seats and people that could go, what they cost, and when they can go. */
export function SavingsItem({ row, onOpen }: SavingsItemProps) {
  const styles = useStyles()
  const format = useFormat()
  const { license, savings } = row
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <ForeignText className={styles.name}>{license.displayName}</ForeignText>
        <div className={styles.line}>
          <span className={styles.note}>{licensePriceText(license.price, format)}</span>
          <LicensePriceButton license={license} />
        </div>
        <ul className={styles.figures}>
          {figuresOf(savings, format).map((figure) => (
            <li key={figure.text}>
              <FigureLink figure={figure} of={license.displayName} onOpen={onOpen} />
            </li>
          ))}
        </ul>
        {savings.keptSeats > 0 && savings.keptReason !== null && (
          <span className={styles.note}>
            Kept: <ForeignText wrap>{savings.keptReason}</ForeignText>
          </span>
        )}
      </div>
      <Amounts row={row} />
    </li>
  )
}

interface FigureLinkProps {
  figure: Figure
  of: string
  onOpen: SavingsItemProps['onOpen']
}

function FigureLink({ figure, of, onOpen }: FigureLinkProps) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Link
      as="button"
      {...restoreFocus}
      aria-label={`${figure.text}, ${of}`}
      aria-haspopup="dialog"
      onClick={() => onOpen(figure.opens)}
    >
      {figure.text}
    </Link>
  )
}

function Amounts({ row: { savings } }: { row: SavingsRow }) {
  const styles = useStyles()
  const format = useFormat()
  const { removableSeats, monthlyAmount, removal } = savings
  if (removableSeats === 0) return <div className={styles.amounts}>No seat can go</div>
  return (
    <div className={styles.amounts}>
      <span className={styles.amount}>
        {monthlyAmount === null
          ? seatsText(removableSeats, format)
          : format.money(monthlyAmount, CURRENCY)}
      </span>
      <span className={styles.note}>
        {monthlyAmount === null ? 'could go' : `per month, ${seatsText(removableSeats, format)}`}
      </span>
      {removalTexts(removal, format).map((text) => (
        <span key={text} className={styles.note}>
          {text}
        </span>
      ))}
    </div>
  )
}
