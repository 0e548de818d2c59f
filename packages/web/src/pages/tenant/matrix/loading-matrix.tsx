import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'

import { gridHeight } from '../../../ui/grid/grid-layout.ts'
import { useMatrixLayout } from './matrix-layout.ts'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  tools: { height: '32px', maxWidth: '400px' },
  grid: {
    boxSizing: 'content-box',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
})

const ROWS = Array.from({ length: 24 }, (_, index) => index)

/** The matrix's own shape while the people arrive. */
export function LoadingMatrix({ people }: { people: number | null }) {
  const styles = useStyles()
  const layout = useMatrixLayout()
  const { headPx, rowPx } = layout
  const rows = people ?? ROWS.length
  return (
    <Skeleton className={styles.whole} aria-label="Loading the license matrix...">
      <SkeletonItem className={styles.tools} />
      <div className={styles.grid} style={{ height: gridHeight(rows, layout) }}>
        <div className={styles.row} style={{ height: headPx }}>
          <SkeletonItem size={32} />
        </div>
        {ROWS.slice(0, rows).map((row) => (
          <div key={row} className={styles.row} style={{ height: rowPx }}>
            <SkeletonItem size={16} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
