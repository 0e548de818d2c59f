import {
  makeStyles,
  Skeleton,
  SkeletonItem,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'

import { TWO_COLUMNS_STYLE } from '../../ui/two-columns-style.ts'

const FOUR = [0, 1, 2, 3]

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // Where 'Data as of' will stand: nothing moves when the figures come.
  text: { ...typographyStyles.caption1, marginTop: '-12px', color: tokens.colorNeutralForeground2 },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    '@media (max-width: 960px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: { height: '74px', borderRadius: tokens.borderRadiusLarge },
  columns: TWO_COLUMNS_STYLE,
  section: { height: '560px', borderRadius: tokens.borderRadiusLarge },
})

/** The screen's own shape while its data arrive. */
export function LoadingOrganization() {
  const styles = useStyles()
  return (
    <>
      <output className={styles.text}>Loading enhanced tenant data...</output>
      <Skeleton className={styles.whole} aria-label="Loading enhanced tenant data...">
        <div className={styles.cards}>
          {FOUR.map((card) => (
            <SkeletonItem key={card} className={styles.card} />
          ))}
        </div>
        <div className={styles.cards}>
          {FOUR.map((card) => (
            <SkeletonItem key={card} className={styles.card} />
          ))}
        </div>
        <div className={styles.columns}>
          <SkeletonItem className={styles.section} />
          <SkeletonItem className={styles.section} />
        </div>
      </Skeleton>
    </>
  )
}
