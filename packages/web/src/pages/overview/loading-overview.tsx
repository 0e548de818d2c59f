import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  left: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // About as high as the cards that take their place.
  profile: { height: '288px', borderRadius: tokens.borderRadiusLarge },
  actions: { height: '184px', borderRadius: tokens.borderRadiusLarge },
  tenants: { height: '352px', borderRadius: tokens.borderRadiusLarge },
})

/** The overview's own shape while the tenants arrive. */
export function LoadingOverview({ className }: { className: string }) {
  const styles = useStyles()
  return (
    <Skeleton className={className} aria-label="Loading your access...">
      <div className={styles.left}>
        <SkeletonItem className={styles.profile} />
        <SkeletonItem className={styles.actions} />
      </div>
      <SkeletonItem className={styles.tenants} />
    </Skeleton>
  )
}
