import { lazyPart } from '../../lib/load-part.ts'
import type { BarListProps } from './bar-list.tsx'
import { ChartPlace } from './chart-place.tsx'
import type { LineOverTimeProps } from './line-over-time.tsx'
import type { StackedBarProps } from './stacked-bar.tsx'

/** Horizontal bars, loaded when they are first shown; their place is kept meanwhile. */
export function LazyBarList(props: BarListProps) {
  const { bars, limit = 10 } = props
  const shown = Math.min(bars.length, limit)
  return (
    <ChartPlace heightPx={shown * 32 - 12} narrowHeightPx={shown * 46 - 12}>
      <BarList {...props} />
    </ChartPlace>
  )
}

/** A divided bar, loaded when it is first shown; its place is kept meanwhile. */
export function LazyStackedBar(props: StackedBarProps) {
  return (
    <ChartPlace heightPx={52} narrowHeightPx={76}>
      <StackedBar {...props} />
    </ChartPlace>
  )
}

/** Lines over days, loaded when they are first shown; their place is kept meanwhile. */
export function LazyLineOverTime(props: LineOverTimeProps) {
  const { heightPx = 180 } = props
  return (
    <ChartPlace heightPx={heightPx + 68} narrowHeightPx={heightPx + 116}>
      <LineOverTime {...props} />
    </ChartPlace>
  )
}

const BarList = lazyPart(async () => (await import('./bar-list.tsx')).BarList)
const StackedBar = lazyPart(async () => (await import('./stacked-bar.tsx')).StackedBar)
const LineOverTime = lazyPart(async () => (await import('./line-over-time.tsx')).LineOverTime)
