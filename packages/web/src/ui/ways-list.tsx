import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { FluentIcon } from '@fluentui/react-icons'
import { ChevronRight16Regular } from '@fluentui/react-icons/svg/chevron-right'
import { createLink } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    margin: '-4px -12px -8px',
    padding: 0,
    listStyleType: 'none',
  },
  way: {
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

/** A link to a screen, with a description. */
export interface Way {
  to: NonNullable<LinkProps['to']>
  Icon: FluentIcon
  name: string
  text: string
}

/** A list of links to screens, within a section card. */
export function WaysList({ ways }: { ways: readonly Way[] }) {
  const styles = useStyles()
  return (
    <ul className={styles.list}>
      {ways.map(({ to, Icon, name, text }) => (
        <li key={name}>
          <WayLink to={to} className={styles.way}>
            <Icon className={styles.icon} aria-hidden />
            <span className={styles.words}>
              <span className={styles.name}>{name}</span>
              <span className={styles.text}>{text}</span>
            </span>
            <ChevronRight16Regular className={styles.chevron} aria-hidden />
          </WayLink>
        </li>
      ))}
    </ul>
  )
}

const WayLink = createLink((props: ComponentProps<'a'>) => <a {...props}>{props.children}</a>)
