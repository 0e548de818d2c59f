import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'

import { ForeignText } from '../foreign-text.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { areaStyle } from './chart-marks.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    gap: '2px',
    height: '20px',
    borderRadius: tokens.borderRadiusSmall,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground6,
  },
  // The gaps between the segments are the card's.
  filledBar: { backgroundColor: 'transparent' },
  segment: {
    minWidth: '4px',
    height: '100%',
    outline: `1px solid ${tokens.colorTransparentStroke}`,
  },
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 24px',
    margin: '12px 0 0',
    padding: 0,
    listStyleType: 'none',
  },
  entry: {
    ...typographyStyles.body1,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
  },
  swatch: {
    flexShrink: 0,
    width: '16px',
    height: '16px',
    borderRadius: tokens.borderRadiusSmall,
    outline: `1px solid ${tokens.colorTransparentStroke}`,
  },
  count: { ...typographyStyles.body1Strong, fontVariantNumeric: 'tabular-nums' },
})

export interface Segment {
  readonly key: string
  readonly label: string
  readonly count: number
}

export interface StackedBarProps {
  title: string
  segments: readonly Segment[]
  /** Table headers: of the labels and the counts. */
  columns: { readonly label: string; readonly count: string }
}

/** The parts of a total: one bar, with a legend of names and counts in the same order. */
export function StackedBar({ title, segments, columns }: StackedBarProps) {
  const styles = useStyles()
  const total = segments.reduce((sum, { count }) => sum + Math.max(0, count), 0)
  return (
    <ChartFrame
      title={title}
      summary={`${columns.count} by ${columns.label}: ${segments
        .map(({ label, count }) => `${label} ${countText(count)}`)
        .join(', ')}.`}
      table={{
        columns: [columns.label, columns.count],
        rows: segments.map(({ key, label, count }) => ({
          key,
          name: <ForeignText wrap>{label}</ForeignText>,
          cells: [countText(count)],
        })),
      }}
    >
      <div className={mergeClasses(styles.bar, total > 0 && styles.filledBar)} aria-hidden>
        {segments.map(
          ({ key, count }, index) =>
            count > 0 && (
              <span
                key={key}
                className={styles.segment}
                style={{ ...areaStyle(index), flex: `${count} 1 0` }}
              />
            ),
        )}
      </div>
      <ul className={styles.legend}>
        {segments.map(({ key, label, count }, index) => (
          <li key={key} className={styles.entry}>
            <span className={styles.swatch} style={areaStyle(index)} aria-hidden />
            <ForeignText>{label}</ForeignText>
            <span className={styles.count}>{countText(count)}</span>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}

function countText(count: number): string {
  return count.toLocaleString('en-US')
}
