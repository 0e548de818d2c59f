import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import { Suspense } from 'react'
import type { CSSProperties, ReactNode } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import type { BarListProps } from './bar-list.tsx'
import type { LineOverTimeProps } from './line-over-time.tsx'
import type { StackedBarProps } from './stacked-bar.tsx'

const useStyles = makeStyles({
  place: {
    minHeight: 'var(--chart-height)',
    '@media (max-width: 720px)': { minHeight: 'var(--narrow-chart-height)' },
  },
  skeleton: {
    height: 'var(--chart-height)',
    '@media (max-width: 720px)': { height: 'var(--narrow-chart-height)' },
  },
})

/** Horizontal bars, loaded when they are first shown; their space is reserved. */
export function LazyBarList(props: BarListProps) {
  const { bars, limit = 10 } = props
  const shown = Math.min(bars.length, limit)
  return (
    <ChartPlace heightPx={shown * 32 - 12} narrowHeightPx={shown * 46 - 12}>
      <BarList {...props} />
    </ChartPlace>
  )
}

/** A divided bar, loaded when it is first shown; its space is reserved. */
export function LazyStackedBar(props: StackedBarProps) {
  return (
    <ChartPlace heightPx={52} narrowHeightPx={76}>
      <StackedBar {...props} />
    </ChartPlace>
  )
}

/** Lines over days, loaded when they are first shown; their space is reserved. */
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

interface ChartPlaceProps {
  /** The approximate height of the chart; its button is in the card's heading. */
  heightPx: number
  /** The height in a narrow window, where texts wrap. */
  narrowHeightPx?: number
  children: ReactNode
}

/** Reserves the space of a chart while its code is loaded. */
function ChartPlace({ heightPx, narrowHeightPx = heightPx, children }: ChartPlaceProps) {
  const styles = useStyles()
  return (
    <div className={styles.place} style={heights(heightPx, narrowHeightPx)}>
      <Suspense
        fallback={
          <Skeleton aria-label="Loading chart...">
            <SkeletonItem className={styles.skeleton} />
          </Skeleton>
        }
      >
        {children}
      </Suspense>
    </div>
  )
}

function heights(wide: number, narrow: number): CSSProperties & Record<`--${string}`, string> {
  return { '--chart-height': `${wide}px`, '--narrow-chart-height': `${narrow}px` }
}
