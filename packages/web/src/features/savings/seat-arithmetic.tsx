import {
  Link,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { SEAT_REMOVAL_WINDOW_DAYS } from '@tenantscope/contract/limits'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { licensePriceText } from '../../ui/license-price-text.ts'
import { removalTexts } from './savings-words.ts'
import type { Figure, SavingsRow } from './savings-words.ts'
import { seatSteps } from './seat-steps.ts'
import type { SeatStep } from './seat-steps.ts'

const useStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse' },
  label: {
    ...typographyStyles.body1,
    padding: '8px 16px 8px 0',
    textAlign: 'start',
    verticalAlign: 'top',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  number: {
    ...typographyStyles.body1,
    padding: '8px 0',
    textAlign: 'end',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  result: { fontWeight: tokens.fontWeightSemibold },
  help: { ...typographyStyles.caption1, display: 'block', color: tokens.colorNeutralForeground2 },
  title: { ...typographyStyles.subtitle2, margin: '24px 0 8px' },
  lines: { margin: 0, padding: 0, listStyleType: 'none' },
  caption: {
    ...typographyStyles.caption1,
    textAlign: 'start',
    color: tokens.colorNeutralForeground2,
  },
})

interface SeatArithmeticProps {
  row: SavingsRow
  onOpen: (opens: Figure['opens']) => void
}

/** How the seats that could go come about, what they cost and when they can go. */
export function SeatArithmetic({ row, onOpen }: SeatArithmeticProps) {
  const styles = useStyles()
  const { license, savings } = row
  return (
    <>
      <table className={styles.table}>
        <caption className={styles.caption}>Seats, line by line</caption>
        <tbody>
          {seatSteps(row).map((step) => (
            <StepRow key={step.label} step={step} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      {savings.keptSeats > 0 && (
        <p>
          Reason for keeping seats:{' '}
          {savings.keptReason === null ? (
            'none given'
          ) : (
            <ForeignText wrap>{savings.keptReason}</ForeignText>
          )}
        </p>
      )}
      <h3 className={styles.title}>What they cost</h3>
      <Cost row={row} />
      <h3 className={styles.title}>When they can go</h3>
      <Removal row={row} />
      {license.prepaidUnits.warning > 0 && savings.overAllocatedSeats > 0 && (
        <p className={styles.help}>
          Part of the usable seats was not renewed; when their grace period ends, more people hold
          the license than it has seats.
        </p>
      )}
    </>
  )
}

function StepRow({ step, onOpen }: { step: SeatStep; onOpen: SeatArithmeticProps['onOpen'] }) {
  const styles = useStyles()
  const format = useFormat()
  const { label, help, opens, seats, sign } = step
  return (
    <tr>
      <th scope="row" className={mergeClasses(styles.label, sign === '=' && styles.result)}>
        {opens === undefined ? (
          label
        ) : (
          <Link as="button" onClick={() => onOpen(opens)}>
            {label}
          </Link>
        )}
        {help !== undefined && <span className={styles.help}>{help}</span>}
      </th>
      <td className={mergeClasses(styles.number, sign === '=' && styles.result)}>
        {seats === null ? 'not known' : `${sign} ${format.number(seats)}`}
      </td>
    </tr>
  )
}

function Cost({ row: { license, savings } }: { row: SavingsRow }) {
  const format = useFormat()
  const { price } = license
  if (price === null || savings.monthlyAmount === null)
    return <span>{licensePriceText(null, format)}: these seats are in no amount.</span>
  return (
    <span>
      {format.number(savings.removableSeats)} × {format.money(price.monthly, price.currency)} ={' '}
      <strong>{format.money(savings.monthlyAmount, price.currency)}</strong> per month (
      {price.source === 'list' ? 'list price' : 'own price'})
    </span>
  )
}

function Removal({ row: { savings } }: { row: SavingsRow }) {
  const styles = useStyles()
  const format = useFormat()
  const texts = removalTexts(savings.removal, format)
  if (texts.length === 0) return <span>No seat can go.</span>
  return (
    <>
      <ul className={styles.lines}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className={styles.help}>
        Microsoft lets seats go within {SEAT_REMOVAL_WINDOW_DAYS} days of purchase, otherwise at the
        renewal. Where Microsoft does not tell the date, it is not known.
      </p>
    </>
  )
}
