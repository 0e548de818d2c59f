import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { PointerEvent } from 'react'

import { KEPT_COLOR, lineStyle } from './chart-marks.ts'
import { namedDays, pathOf, PLOT, shareOf, shortDayText } from './time-scale.ts'

const useStyles = makeStyles({
  plot: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: '8px',
    // Half a line above the topmost mark and below the lowest.
    paddingBlock: '8px',
  },
  area: {
    position: 'relative',
    touchAction: 'pan-y',
    cursor: 'crosshair',
    borderRadius: tokens.borderRadiusSmall,
    '&:has(:focus-visible)': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '2px',
    },
  },
  marks: { position: 'relative', minWidth: '2ch' },
  mark: {
    ...typographyStyles.caption1,
    display: 'block',
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
  placed: { position: 'absolute', insetInlineEnd: 0, transform: 'translateY(50%)' },
  // Takes the width that the longest mark needs.
  widest: { height: 0, overflow: 'hidden', visibility: 'hidden' },
  drawing: { position: 'absolute', inset: 0, width: '100%', height: '100%', overflow: 'visible' },
  grid: { stroke: tokens.colorNeutralStroke2 },
  line: { fill: 'none', strokeWidth: '2.5px', strokeLinejoin: 'round', strokeLinecap: 'round' },
  day: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: '1px',
    backgroundColor: tokens.colorNeutralStroke1,
  },
  dot: {
    position: 'absolute',
    width: '8px',
    height: '8px',
    borderRadius: tokens.borderRadiusCircular,
    border: `2px solid ${tokens.colorNeutralBackground1}`,
    transform: 'translate(-50%, 50%)',
  },
  picker: {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    opacity: 0,
    pointerEvents: 'none',
  },
  days: {
    ...typographyStyles.caption1,
    gridColumn: 2,
    display: 'flex',
    justifyContent: 'space-between',
    marginTop: '8px',
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  onlyDay: { justifyContent: 'center' },
})

interface LinePlotProps {
  label: string
  days: readonly string[]
  lines: readonly { readonly key: string; readonly values: readonly (number | null)[] }[]
  marks: readonly number[]
  format: (value: number) => string
  heightPx: number
  /** The selected day. */
  chosen: { readonly index: number; readonly text: string }
  onChoose: (index: number | null) => void
}

/** Lines over days; the day under the pointer, or chosen with the arrow keys, is marked. */
export function LinePlot(props: LinePlotProps) {
  const { label, days, lines, marks, format, heightPx, chosen, onChoose } = props
  const styles = useStyles()
  const top = marks.at(-1) ?? 1
  const chooseAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width === 0) return
    const share = Math.min(1, Math.max(0, (clientX - left) / width))
    onChoose(Math.round(share * (days.length - 1)))
  }
  return (
    <div className={styles.plot}>
      <Marks marks={marks} format={format} />
      <div
        className={styles.area}
        style={{ height: heightPx }}
        onPointerDown={chooseAt}
        onPointerMove={chooseAt}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onChoose(null)}
      >
        <Drawing lines={lines} marks={marks} />
        <ChosenDay lines={lines} count={days.length} index={chosen.index} top={top} />
        <input
          type="range"
          className={styles.picker}
          aria-label={label}
          aria-valuetext={chosen.text}
          min={0}
          max={days.length - 1}
          value={chosen.index}
          onChange={({ currentTarget }) => onChoose(currentTarget.valueAsNumber)}
        />
      </div>
      <DayNames days={days} />
    </div>
  )
}

function Marks({ marks, format }: Pick<LinePlotProps, 'marks' | 'format'>) {
  const styles = useStyles()
  const top = marks.at(-1) ?? 1
  return (
    <div className={styles.marks} aria-hidden>
      {marks.map((mark) => (
        <span
          key={mark}
          className={mergeClasses(styles.mark, styles.placed)}
          style={{ bottom: `${(mark / top) * 100}%` }}
        >
          {format(mark)}
        </span>
      ))}
      <span className={mergeClasses(styles.mark, styles.widest)}>{format(top)}</span>
    </div>
  )
}

function Drawing({ lines, marks }: Pick<LinePlotProps, 'lines' | 'marks'>) {
  const styles = useStyles()
  const top = marks.at(-1) ?? 1
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {marks.map((mark) => (
        <line
          key={mark}
          className={styles.grid}
          x1={0}
          x2={PLOT.width}
          y1={PLOT.height - (mark / top) * PLOT.height}
          y2={PLOT.height - (mark / top) * PLOT.height}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {lines.map(({ key, values }, index) => (
        <path
          key={key}
          className={styles.line}
          style={lineStyle(index)}
          d={pathOf(values, top)}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}

interface ChosenDayProps {
  lines: LinePlotProps['lines']
  count: number
  index: number
  top: number
}

function ChosenDay({ lines, count, index, top }: ChosenDayProps) {
  const styles = useStyles()
  const left = `${shareOf(index, count) * 100}%`
  return (
    <span aria-hidden>
      <span className={styles.day} style={{ left }} />
      {lines.map(({ key, values }, line) => {
        const value = values[index] ?? null
        if (value === null) return null
        const bottom = `${(value / top) * 100}%`
        const { stroke } = lineStyle(line)
        return (
          <span
            key={key}
            className={styles.dot}
            style={{ left, bottom, background: stroke, ...KEPT_COLOR }}
          />
        )
      })}
    </span>
  )
}

function DayNames({ days }: { days: readonly string[] }) {
  const styles = useStyles()
  const named = namedDays(days.length)
  return (
    <div className={mergeClasses(styles.days, named.length === 1 && styles.onlyDay)} aria-hidden>
      {named.map((index) => (
        <span key={index}>{shortDayText(days[index] ?? '')}</span>
      ))}
    </div>
  )
}
