import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useMemo, useState } from 'react'

import { ChartFrame } from './chart-frame.tsx'
import type { ChartTableData } from './chart-frame.tsx'
import { lineStyle } from './chart-marks.ts'
import { LinePlot } from './line-plot.tsx'
import { daysOf, dayText, marksUpTo, valuesOn } from './time-scale.ts'
import type { Series } from './time-scale.ts'

const useStyles = makeStyles({
  readout: {
    ...typographyStyles.body1,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 24px',
    margin: '0 0 8px',
    padding: 0,
    listStyleType: 'none',
  },
  entry: { display: 'flex', alignItems: 'center', gap: '8px' },
  swatch: { flexShrink: 0, width: '28px', height: '12px' },
  line: { fill: 'none', strokeWidth: '2.5px', strokeLinecap: 'round' },
  value: { ...typographyStyles.body1Strong, fontVariantNumeric: 'tabular-nums' },
  // On a separate line in a narrow window: the selected day must not move the drawing.
  day: {
    color: tokens.colorNeutralForeground2,
    minWidth: '12ch',
    '@media (max-width: 720px)': { width: '100%' },
  },
  empty: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

const NOT_KNOWN = 'not known'

export interface LineOverTimeProps {
  title: string
  series: readonly Series[]
  format?: (value: number) => string
  heightPx?: number
  /** Shown when no day is known yet. */
  emptyText?: string
}

/** Counts by day in UTC, from zero up; unknown days are gaps. */
export function LineOverTime(props: LineOverTimeProps) {
  const { title, series, format = countText, heightPx = 180, emptyText = 'No history yet' } = props
  const styles = useStyles()
  const [chosenDay, setChosenDay] = useState<number | null>(null)
  const days = useMemo(() => daysOf(series), [series])
  const lines = useMemo(
    () => series.map((each) => lineOf(each, days, format)),
    [series, days, format],
  )
  if (days.length === 0) return <p className={styles.empty}>{emptyText}</p>
  const index = Math.min(chosenDay ?? days.length - 1, days.length - 1)
  const largest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const textOn = (line: Line, day: number) => valueText(line.values[day] ?? null, format)
  const dayName = dayText(days[index] ?? '')
  return (
    <ChartFrame
      title={title}
      summary={lines.map((line) => summaryOf(line, days, format)).join(' ')}
      table={tableOf(lines, days, format)}
    >
      <ul className={styles.readout}>
        <li className={styles.day}>{dayName}</li>
        {lines.map((line, lineIndex) => (
          <li key={line.key} className={styles.entry}>
            <LineSwatch index={lineIndex} />
            {line.label}
            <span className={styles.value} style={{ minWidth: `${line.widestText}ch` }}>
              {textOn(line, index)}
            </span>
          </li>
        ))}
      </ul>
      <LinePlot
        label={`Day of ${title}`}
        days={days}
        lines={lines}
        marks={marksUpTo(largest)}
        format={format}
        heightPx={heightPx}
        chosen={{
          index,
          text: `${dayName}: ${lines.map((line) => `${line.label} ${textOn(line, index)}`).join(', ')}`,
        }}
        onChoose={setChosenDay}
      />
    </ChartFrame>
  )
}

type Line = Series & {
  readonly values: readonly (number | null)[]
  /** Length of its longest value as text. */
  readonly widestText: number
}

function lineOf(series: Series, days: readonly string[], format: (value: number) => string): Line {
  const values = valuesOn(series, days)
  const widestText = Math.max(0, ...values.map((value) => valueText(value, format).length))
  return { ...series, values, widestText }
}

function LineSwatch({ index }: { index: number }) {
  const styles = useStyles()
  return (
    <svg className={styles.swatch} viewBox="0 0 28 12" aria-hidden>
      <path className={styles.line} style={lineStyle(index)} d="M2 6H26" />
    </svg>
  )
}

function summaryOf(
  { label, values }: Line,
  days: readonly string[],
  format: (value: number) => string,
): string {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return `${label}: ${NOT_KNOWN}.`
  const onDay = (point: typeof first) =>
    `${format(point.value)} on ${dayText(days[point.index] ?? '')}`
  return first === last
    ? `${label}: ${onDay(first)}.`
    : `${label}: from ${onDay(first)} to ${onDay(last)}.`
}

/** The newest day comes first. */
function tableOf(
  lines: readonly Line[],
  days: readonly string[],
  format: (value: number) => string,
): ChartTableData {
  const rows = days.map((day, index) => ({
    key: day,
    name: dayText(day),
    cells: lines.map(({ values }) => valueText(values[index] ?? null, format)),
  }))
  return { columns: ['Day (UTC)', ...lines.map(({ label }) => label)], rows: rows.toReversed() }
}

function valueText(value: number | null, format: (value: number) => string): string {
  return value === null ? NOT_KNOWN : format(value)
}

function countText(value: number): string {
  return value.toLocaleString('en-US')
}
