import {
  makeStyles,
  Skeleton,
  SkeletonItem,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'

import { TWO_COLUMNS_STYLE } from '../../ui/two-columns-style.ts'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  text: { ...typographyStyles.body1, color: tokens.colorNeutralForeground2 },
  tabs: { height: '40px', maxWidth: '440px' },
  columns: TWO_COLUMNS_STYLE,
  // About as high as what takes their place.
  card: { height: '400px', borderRadius: tokens.borderRadiusLarge },
  people: { height: '640px', borderRadius: tokens.borderRadiusLarge },
})

/** The page's own shape while the details arrive. */
export function LoadingTenant() {
  const styles = useStyles()
  return (
    <div className={styles.whole}>
      <output className={styles.text}>Loading tenant details...</output>
      <Skeleton className={styles.whole} aria-hidden>
        <SkeletonItem className={styles.tabs} />
        <div className={styles.columns}>
          <SkeletonItem className={styles.card} />
          <SkeletonItem className={styles.card} />
        </div>
        <SkeletonItem className={styles.people} />
      </Skeleton>
    </div>
  )
}
