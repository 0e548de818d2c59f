import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { createLink } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { AdminStats } from '@tenantscope/contract/users'
import type { ComponentProps } from 'react'

import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { useNow } from '../../../lib/use-now.ts'

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 168px), 1fr))',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    height: '100%',
    boxSizing: 'border-box',
    padding: '12px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  label: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  value: { ...typographyStyles.title3, fontVariantNumeric: 'tabular-nums' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface Stat {
  label: string
  value: string
  note?: string | undefined
  link: LinkProps
}

/** What there is, each figure a link to where it is dealt with. */
export function StatLinks({ stats }: { stats: AdminStats }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  return (
    <ul className={styles.cards} aria-label="Figures">
      {statsShown(stats, { format, now }).map(({ label, value, note, link }) => (
        <li key={label}>
          <CardLink {...link} className={styles.card}>
            <span className={styles.label}>{label}</span>
            <span className={styles.value}>{value}</span>
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </CardLink>
        </li>
      ))}
    </ul>
  )
}

function statsShown(stats: AdminStats, { format, now }: { format: Format; now: Date }): Stat[] {
  const { disabledUsers, lastBackup } = stats
  return [
    {
      label: 'Total Users',
      value: format.number(stats.totalUsers),
      note: disabledUsers === 0 ? undefined : `${format.number(disabledUsers)} disabled`,
      link: { to: '/admin-panel', search: { tab: 'users' } },
    },
    {
      label: 'Administrators',
      value: format.number(stats.adminUsers),
      link: { to: '/admin-panel', search: { tab: 'users', type: 'administrators' } },
    },
    {
      label: 'Microsoft users',
      value: format.number(stats.microsoftUsers),
      link: { to: '/admin-panel', search: { tab: 'users', type: 'microsoft' } },
    },
    {
      label: 'Active sessions',
      value: format.number(stats.activeSessions),
      link: { to: '/admin-panel', search: { tab: 'system' } },
    },
    {
      label: 'Tenants',
      value: format.number(stats.totalTenants),
      link: { to: '/dashboard' },
    },
    {
      label: 'Last backup',
      value: lastBackup === null ? 'Never' : format.relative(lastBackup, now),
      note: lastBackup === null ? undefined : format.dateTime(lastBackup),
      link: { to: '/admin-panel', search: { tab: 'system' } },
    },
  ]
}

const CardLink = createLink((props: ComponentProps<'a'>) => <a {...props}>{props.children}</a>)
