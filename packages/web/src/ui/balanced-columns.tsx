import { makeStyles } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  columns: {
    columnCount: 2,
    columnGap: '16px',
    '> *': { breakInside: 'avoid' },
    '> :not(:last-child)': { marginBottom: '16px' },
    '@media (max-width: 960px)': { columnCount: 1 },
    '@media (min-width: 1760px)': { columnCount: 3 },
  },
})

/** Cards in columns of about the same height, in reading order: two, one on a narrow screen, three on a wide one. */
export function BalancedColumns({ children }: { children: ReactNode }) {
  const styles = useStyles()
  return <div className={styles.columns}>{children}</div>
}
