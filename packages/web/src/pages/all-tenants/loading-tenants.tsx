import {
  makeStyles,
  mergeClasses,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components'

import { useCompactView } from '../../lib/preferences.ts'
import { SummaryGrid } from './summary-grid.tsx'

const ROWS = Array.from({ length: 12 }, (_, index) => index)
const CARDS = [0, 1, 2, 3, 4, 5]
const FINDINGS = [0, 1, 2]

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // As high as what takes their place, so that nothing jumps.
  card: { height: '100%', borderRadius: tokens.borderRadiusLarge },
  strip: { display: 'flex', flexDirection: 'column', gap: '8px' },
  title: { width: '144px' },
  findings: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 216px), 1fr))',
    gap: '12px',
    '@media (max-width: 720px)': { gap: '8px' },
  },
  finding: { height: '66px', borderRadius: tokens.borderRadiusLarge },
  commands: { height: '32px', marginBlock: '-8px' },
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
  dense: { height: '36px' },
})

/** The screen's own shape while its data arrive. */
export function LoadingTenants() {
  const styles = useStyles()
  const row = mergeClasses(styles.row, useCompactView() && styles.dense)
  return (
    <Skeleton className={styles.whole} aria-label="Loading tenants...">
      <SummaryGrid>
        {CARDS.map((card) => (
          <SkeletonItem key={card} className={styles.card} />
        ))}
      </SummaryGrid>
      <div className={styles.strip}>
        <SkeletonItem size={20} className={styles.title} />
        <div className={styles.findings}>
          {FINDINGS.map((finding) => (
            <SkeletonItem key={finding} className={styles.finding} />
          ))}
        </div>
      </div>
      <SkeletonItem className={styles.filters} />
      <div className={styles.commands} />
      <div className={styles.table}>
        {ROWS.map((index) => (
          <div key={index} className={row}>
            <SkeletonItem size={16} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}
