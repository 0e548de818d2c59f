import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)',
    gap: '16px',
    '@media (max-width: 960px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // About as high as what takes their place.
  banner: {
    height: '40px',
    borderRadius: tokens.borderRadiusMedium,
    '@media (max-width: 480px)': { height: '60px' },
  },
  facts: { height: '40px', maxWidth: '480px', '@media (max-width: 480px)': { height: '88px' } },
  block: { height: '190px', borderRadius: tokens.borderRadiusLarge },
  list: {
    height: '284px',
    borderRadius: tokens.borderRadiusLarge,
    '@media (max-width: 840px)': { height: '664px' },
  },
})

/** The card's own shape while the stored results arrive. */
export function LoadingRegistration() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading application permissions...">
      <SkeletonItem className={styles.banner} />
      <SkeletonItem className={styles.facts} />
      <div className={styles.columns}>
        <SkeletonItem className={styles.block} />
        <SkeletonItem className={styles.block} />
      </div>
      <SkeletonItem className={styles.list} />
    </Skeleton>
  )
}
