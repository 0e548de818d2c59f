import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'

import { useListLink } from '../lib/list-link.ts'

export interface Crumb {
  label: string
  /** The target; the last crumb is the page itself and has none. */
  to?: LinkProps['to']
}

// Not Fluent's Breadcrumb, which adds its focus-group library to the first load.
const useStyles = makeStyles({
  list: {
    display: 'flex',
    alignItems: 'center',
    margin: 0,
    // Aligns the first word with the title.
    marginInlineStart: '-7px',
    padding: 0,
    listStyleType: 'none',
  },
  item: { display: 'flex', alignItems: 'center', minWidth: 0 },
  divider: { fontSize: '12px', flexShrink: 0, color: tokens.colorNeutralForeground2 },
  crumb: {
    ...typographyStyles.caption1,
    display: 'flex',
    alignItems: 'center',
    height: '24px',
    boxSizing: 'border-box',
    paddingInline: '7px',
    borderRadius: tokens.borderRadiusMedium,
    textDecoration: 'none',
    textWrap: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  link: {
    ':hover': {
      color: tokens.colorNeutralForeground2Hover,
      backgroundColor: tokens.colorSubtleBackgroundHover,
    },
    ':hover:active': {
      color: tokens.colorNeutralForeground2Pressed,
      backgroundColor: tokens.colorSubtleBackgroundPressed,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  current: typographyStyles.caption1Strong,
})

/** Shows the path to the page; hidden with one crumb (specification section 2). */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const styles = useStyles()
  const list = useListLink()
  if (crumbs.length < 2) return null
  const isLast = (index: number) => index === crumbs.length - 1
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.list}>
        {crumbs.map(({ label, to }, index) => (
          <li key={label} className={styles.item}>
            {index > 0 && <ChevronRightRegular className={styles.divider} aria-hidden="true" />}
            {to === undefined ? (
              <span
                className={mergeClasses(styles.crumb, isLast(index) && styles.current)}
                {...(isLast(index) ? { 'aria-current': 'page' } : {})}
              >
                {label}
              </span>
            ) : (
              <Link
                {...(to === list.to ? list : { to })}
                className={mergeClasses(styles.crumb, styles.link)}
              >
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
