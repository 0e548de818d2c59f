import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { ForeignText } from '../foreign-text.tsx'
import { Stack } from '../stack.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { areaStyle } from './chart-marks.ts'

const useStyles = makeStyles({
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr) minmax(96px, max-content)',
    alignItems: 'center',
    gap: '4px 16px',
    minHeight: '20px',
    '@media (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  },
  name: { ...typographyStyles.body1, minWidth: 0 },
  text: { ...typographyStyles.body1, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  bar: { '@media (max-width: 720px)': { gridColumn: '1 / -1', gridRow: 2 } },
  track: {
    display: 'flex',
    height: '10px',
    borderRadius: tokens.borderRadiusSmall,
    overflow: 'hidden',
  },
  ofTrack: {
    backgroundColor: tokens.colorNeutralBackground6,
    // Forced colors drop backgrounds; the outline keeps the bar visible.
    outline: `1px solid ${tokens.colorTransparentStroke}`,
  },
  filled: { flexShrink: 0, height: '100%', outline: `1px solid ${tokens.colorTransparentStroke}` },
  more: { ...typographyStyles.caption1, margin: '12px 0 0', color: tokens.colorNeutralForeground2 },
})

export interface Bar {
  readonly key: string
  readonly label: string
  /** Replaces the label by a link. */
  readonly link?: ReactNode
  /** Null when unknown: no bar is drawn. */
  readonly value: number | null
  /** The value as text, for example '1,204' or 'USD 96.00'. */
  readonly text: string
  /** The total of this bar, for example usable seats: the bar's full length. */
  readonly track?: { readonly value: number; readonly text: string }
}

export interface BarListProps {
  title: string
  bars: readonly Bar[]
  /** Table headers: of the labels, the values and the tracks. */
  columns: { readonly label: string; readonly value: string; readonly track?: string }
  /** The number of bars drawn; the table has all. */
  limit?: number
}

/** Horizontal bars in the given order, relative to the longest or each to its own track. */
export function BarList({ title, bars, columns, limit = 10 }: BarListProps) {
  const styles = useStyles()
  const shown = bars.slice(0, limit)
  const longest = Math.max(0, ...shown.map(({ value }) => value ?? 0))
  return (
    <ChartFrame title={title} summary={summaryOf(bars, columns)} table={tableOf(bars, columns)}>
      <Stack as="ul" gap={12}>
        {shown.map((bar) => (
          <BarItem key={bar.key} bar={bar} longest={longest} />
        ))}
      </Stack>
      {bars.length > shown.length && (
        <p className={styles.more}>
          The first {shown.length} of {bars.length.toLocaleString('en-US')}; the table has all.
        </p>
      )}
    </ChartFrame>
  )
}

function BarItem({ bar, longest }: { bar: Bar; longest: number }) {
  const styles = useStyles()
  const { filled, beyond } = shares(bar, longest)
  return (
    <li className={styles.item}>
      <span className={styles.name}>{nameOf(bar)}</span>
      <span className={styles.bar} aria-hidden>
        <span className={mergeClasses(styles.track, bar.track && styles.ofTrack)}>
          <span className={styles.filled} style={{ ...areaStyle(0), width: `${filled}%` }} />
          {beyond > 0 && (
            <span className={styles.filled} style={{ ...areaStyle(1), width: `${beyond}%` }} />
          )}
        </span>
      </span>
      <span className={styles.text}>
        {bar.text}
        {bar.track && ` of ${bar.track.text}`}
      </span>
    </li>
  )
}

/** Returns widths in percent; the part beyond the track has a pattern. */
function shares({ value, track }: Bar, longest: number): { filled: number; beyond: number } {
  const amount = Math.max(0, value ?? 0)
  const full = track === undefined ? longest : Math.max(track.value, amount)
  if (full <= 0) return { filled: 0, beyond: 0 }
  const within = track === undefined ? amount : Math.min(amount, Math.max(0, track.value))
  return { filled: (within / full) * 100, beyond: ((amount - within) / full) * 100 }
}

function nameOf({ link, label }: Bar): ReactNode {
  return link ?? <ForeignText>{label}</ForeignText>
}

function summaryOf(bars: readonly Bar[], columns: BarListProps['columns']): string {
  const [first] = bars
  if (first === undefined) return `${columns.value}: nothing to show.`
  const count = bars.length === 1 ? '1 bar' : `${bars.length} bars`
  return `${columns.value} by ${columns.label}, ${count}. First: ${first.label}, ${first.text}.`
}

function tableOf(bars: readonly Bar[], { label, value, track }: BarListProps['columns']) {
  const columns = track === undefined ? [label, value] : [label, value, track]
  return {
    columns,
    rows: bars.map((bar) => ({
      key: bar.key,
      name: bar.link ?? <ForeignText wrap>{bar.label}</ForeignText>,
      cells: track === undefined ? [bar.text] : [bar.text, bar.track?.text ?? '—'],
    })),
  }
}
