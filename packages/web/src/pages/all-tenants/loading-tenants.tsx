import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'

const ROWS = Array.from({ length: 12 }, (_, index) => index)
const CARDS = [0, 1, 2, 3]
const FINDINGS = [0, 1, 2]

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '12px',
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  // As high as what takes their place, so that nothing jumps.
  card: { height: '74px', borderRadius: tokens.borderRadiusLarge },
  strip: { display: 'flex', flexDirection: 'column', gap: '8px' },
  title: { width: '144px' },
  findings: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 216px), 1fr))',
    gap: '12px',
    '@media (max-width: 720px)': { gap: '8px' },
  },
  finding: { height: '66px', borderRadius: tokens.borderRadiusLarge },
  filters: { height: '32px', maxWidth: '400px' },
  table: {
    display: 'flex',
    flexDirection: 'column',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    height: '44px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
})

/** The screen's own shape while its data arrive. */
export function LoadingTenants() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.whole} aria-label="Loading tenants...">
      <div className={styles.cards}>
        {CARDS.map((card) => (
          <SkeletonItem key={card} className={styles.card} />
        ))}
      </div>
      <div className={styles.strip}>
        <SkeletonItem size={20} className={styles.title} />
        <div className={styles.findings}>
          {FINDINGS.map((finding) => (
            <SkeletonItem key={finding} className={styles.finding} />
          ))}
        </div>
      </div>
      <SkeletonItem className={styles.filters} />
      <div className={styles.table}>
        {ROWS.map((row) => (
          <div key={row} className={styles.row}>
            <SkeletonItem size={16} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
