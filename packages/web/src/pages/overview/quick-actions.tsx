import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { BuildingMultiple24Regular } from '@fluentui/react-icons/svg/building-multiple'
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right'
import { Organization24Regular } from '@fluentui/react-icons/svg/organization'
import { createLink } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

import { SectionCard } from '../../ui/section-card.tsx'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: '-4px -12px -8px',
    padding: 0,
    listStyleType: 'none',
  },
  action: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) 16px',
    alignItems: 'center',
    columnGap: '12px',
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  icon: { color: tokens.colorBrandForeground1 },
  words: { display: 'flex', flexDirection: 'column' },
  name: typographyStyles.body1Strong,
  text: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  chevron: { color: tokens.colorNeutralForeground3 },
})

interface Action {
  to: NonNullable<LinkProps['to']>
  Icon: FluentIcon
  name: string
  text: string
}

/** Screens that do not exist yet have no action (decisions.md, Product). */
const ACTIONS: readonly Action[] = [
  {
    to: '/dashboard',
    Icon: BuildingMultiple24Regular,
    name: 'Tenant Dashboard',
    text: 'All tenants with their status, seats and findings',
  },
  {
    to: '/enhanced-dashboard',
    Icon: Organization24Regular,
    name: 'My Organization',
    text: 'Licenses and policies of your own directory',
  },
]

/** Where people usually go from here. */
export function QuickActions() {
  const styles = useStyles()
  return (
    <SectionCard title="Quick actions">
      <ul className={styles.list}>
        {ACTIONS.map(({ to, Icon, name, text }) => (
          <li key={name}>
            <ActionLink to={to} className={styles.action}>
              <Icon className={styles.icon} aria-hidden />
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.text}>{text}</span>
              </span>
              <ChevronRight16Regular className={styles.chevron} aria-hidden />
            </ActionLink>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const ActionLink = createLink((props: ComponentProps<'a'>) => <a {...props}>{props.children}</a>)
