import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'

import { useUserRowHeight } from './user-list-layout.ts'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  search: { height: '32px', maxWidth: '400px' },
  rows: { display: 'flex', flexDirection: 'column', paddingTop: '32px' },
  row: {
    display: 'flex',
    alignItems: 'center',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
})

/** The list's own shape while the people arrive. */
export function LoadingUsers({ rows }: { rows: number }) {
  const styles = useStyles()
  const height = useUserRowHeight()
  return (
    <Skeleton className={styles.whole} aria-label="Loading people...">
      <SkeletonItem className={styles.search} />
      <div className={styles.rows}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.row} style={{ height: height - 1 }}>
            <SkeletonItem size={16} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
