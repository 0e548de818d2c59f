import { makeStyles } from '@fluentui/react-components'
import type { LinkProps } from '@tanstack/react-router'
import type { AdminStats } from '@tenantscope/contract/users'

import { useNow } from '../../../lib/use-now.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { backupConcern, passwordConcern } from './attention.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  concern: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' },
})

/** What somebody should look after; absent where there is nothing. */
export function AttentionCard({ stats }: { stats: AdminStats }) {
  const styles = useStyles()
  const now = useNow()
  const concerns = [
    {
      text: backupConcern(stats, now),
      link: { to: '/admin-panel', search: { tab: 'system' } },
      way: 'Go to System',
    },
    {
      text: passwordConcern(stats),
      link: { to: '/admin-panel', search: { tab: 'users', type: 'administrators' } },
      way: 'Show administrators',
    },
  ] as const satisfies readonly { text: string | null; link: LinkProps; way: string }[]
  const shown = concerns.filter(({ text }) => text !== null)
  if (shown.length === 0) return null
  return (
    <SectionCard title="Needs attention">
      <ul className={styles.list}>
        {shown.map(({ text, link, way }) => (
          <li key={way} className={styles.concern}>
            <StatusLabel tone="warning" isSentence>
              {text}
            </StatusLabel>
            <AppLink {...link}>{way}</AppLink>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
