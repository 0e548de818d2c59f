import { Input, makeStyles } from '@fluentui/react-components'
import { useState } from 'react'

import type { AuditFilter } from './audit.queries.ts'
import { dayIn } from './audit.queries.ts'

const useStyles = makeStyles({
  days: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    '@media (max-width: 480px)': { width: '100%' },
  },
  // As wide as the browser's longest form of a date, with its button.
  day: { width: '184px', '@media (max-width: 480px)': { flexGrow: 1 } },
})

type Days = Pick<AuditFilter, 'from' | 'to'>

interface AuditDaysProps {
  filter: Days
  onChange: (part: Partial<Days>) => void
}

/** From which day to which, in the reader's time zone; both days count. */
export function AuditDays({ filter: { from, to }, onChange }: AuditDaysProps) {
  const styles = useStyles()
  return (
    <span className={styles.days}>
      <Day label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </span>
  )
}

interface DayProps {
  label: 'From' | 'To'
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

function Day({ label, value = '', min, max, onChange }: DayProps) {
  const styles = useStyles()
  const [text, setText] = useState(value)
  // The address changes by other ways too: back, and a link.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setText(value)
  }
  return (
    <Input
      className={styles.day}
      type="date"
      aria-label={label}
      contentBefore={label}
      value={text}
      min={min}
      max={max}
      onChange={(_, { value: typed }) => {
        setText(typed)
        const day = dayIn(typed)
        if (typed === '' || day !== undefined) onChange(day)
      }}
    />
  )
}
