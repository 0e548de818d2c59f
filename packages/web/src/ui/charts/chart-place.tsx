import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'
import { Suspense } from 'react'
import type { CSSProperties, ReactNode } from 'react'

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

interface ChartPlaceProps {
  /** About as high as the chart will be; its button stands in the card's heading. */
  heightPx: number
  /** The same where the window is narrow and texts wrap. */
  narrowHeightPx?: number
  children: ReactNode
}

/** Keeps the place of a chart while its code comes. */
export function ChartPlace({ heightPx, narrowHeightPx = heightPx, children }: ChartPlaceProps) {
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
