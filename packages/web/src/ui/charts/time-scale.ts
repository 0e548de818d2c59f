import { createDateText } from '@tenantscope/analysis/date-text'

/** One series of a chart over time. */
export interface Series {
  readonly key: string
  readonly label: string
  readonly points: readonly {
    /** In UTC, '2026-11-20'. */
    readonly day: string
    /** Null when unknown: a gap. */
    readonly value: number | null
  }[]
}

/** The drawing's own units; CSS scales them to any size. */
export const PLOT = { width: 1_000, height: 100 } as const

const DAY_MS = 86_400_000

/** Returns every day in UTC from the first to the last of all series. */
export function daysOf(series: readonly Series[]): readonly string[] {
  const named = series.flatMap(({ points }) => points.map(({ day }) => Date.parse(day)))
  if (named.length === 0) return []
  const first = named.reduce((a, b) => Math.min(a, b))
  const last = named.reduce((a, b) => Math.max(a, b))
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Returns the series' value of each day; null where it has none. */
export function valuesOn({ points }: Series, days: readonly string[]): readonly (number | null)[] {
  const byDay = new Map(points.map(({ day, value }) => [day, value]))
  return days.map((day) => byDay.get(day) ?? null)
}

/** Returns round marks from zero to at least the largest value: at most six, whole numbers. */
export function marksUpTo(largest: number): readonly number[] {
  const rough = Math.max(1, largest) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power)
  const count = Math.ceil(Math.max(1, largest) / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Returns the position of a day as a share from 0 to 1; a single day is in the middle. */
export function shareOf(index: number, count: number): number {
  return count <= 1 ? 0.5 : index / (count - 1)
}

/** Returns the path through known values; it breaks at gaps, and a single value between gaps is a dot. */
export function pathOf(values: readonly (number | null)[], top: number): string {
  let isOpen = false
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const x = shareOf(index, values.length) * PLOT.width
      const y = PLOT.height - (value / top) * PLOT.height
      // A line without length is drawn as its round ends.
      const step = isOpen ? `L${round(x)} ${round(y)}` : `M${round(x)} ${round(y)}h0`
      isOpen = true
      return step
    })
    .join('')
}

/** Returns the indexes of the days on the axis: the first, the last and at most two between. */
export function namedDays(count: number): readonly number[] {
  const wanted = Math.min(4, count)
  return Array.from({ length: wanted }, (_, index) =>
    Math.round(shareOf(index, wanted) * (count - 1)),
  )
}

const long = createDateText('UTC')
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', timeZone: 'UTC' })

/** 'Nov 06, 2026'. */
export function dayText(day: string): string {
  return long.date(new Date(day))
}

/** 'Nov 06'. */
export function shortDayText(day: string): string {
  return short.format(new Date(day))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
