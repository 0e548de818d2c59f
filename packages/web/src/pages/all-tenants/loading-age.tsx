import { makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components'

const useStyles = makeStyles({ age: { width: '160px', maxWidth: '100%' } })

/** The place of 'data as of' while it is not known. */
export function LoadingAge() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.age} aria-hidden>
      <SkeletonItem size={16} />
    </Skeleton>
  )
}
