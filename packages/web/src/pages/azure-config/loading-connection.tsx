import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'

import { TWO_COLUMNS_STYLE } from '../../ui/two-columns-style.ts'

const useStyles = makeStyles({
  columns: TWO_COLUMNS_STYLE,
  form: { height: '560px', borderRadius: tokens.borderRadiusLarge },
  side: { height: '240px', marginBottom: '16px', borderRadius: tokens.borderRadiusLarge },
})

/** The screen's own shape while the connection is read. */
export function LoadingConnection() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.columns} aria-label="Loading the Microsoft connection...">
      <SkeletonItem className={styles.form} />
      <div>
        <SkeletonItem className={styles.side} />
        <SkeletonItem className={styles.side} />
      </div>
    </Skeleton>
  )
}
