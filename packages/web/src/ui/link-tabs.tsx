import { makeStyles, tokens, useMergedRefs } from '@fluentui/react-components'
import { createLink } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    gap: '4px',
    overflowX: 'auto',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 480px)': { gap: 0 },
    // Where more tabs lie beyond an edge, that edge is shaded; the covers move along with the tabs.
    backgroundImage: `linear-gradient(${tokens.colorNeutralBackground2}, ${tokens.colorNeutralBackground2}), linear-gradient(${tokens.colorNeutralBackground2}, ${tokens.colorNeutralBackground2}), linear-gradient(to right, ${tokens.colorNeutralStroke1}, transparent), linear-gradient(to left, ${tokens.colorNeutralStroke1}, transparent)`,
    backgroundSize: '24px 100%, 24px 100%, 16px 100%, 16px 100%',
    backgroundPosition: 'left, right, left, right',
    backgroundRepeat: 'no-repeat',
    backgroundAttachment: 'local, local, scroll, scroll',
  },
  tab: {
    position: 'relative',
    padding: '8px 12px 10px',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    color: tokens.colorNeutralForeground2,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':not([aria-current="page"]):hover::after': {
      backgroundColor: tokens.colorNeutralStroke1Hover,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    // As wide as when selected, so that the other tabs do not move.
    '::before': {
      content: 'attr(data-label)',
      display: 'block',
      height: 0,
      overflow: 'hidden',
      visibility: 'hidden',
      fontWeight: tokens.fontWeightSemibold,
    },
    '::after': {
      content: '""',
      position: 'absolute',
      insetInline: '12px',
      bottom: 0,
      height: '3px',
      borderRadius: tokens.borderRadiusCircular,
    },
    '&[aria-current="page"]': {
      color: tokens.colorNeutralForeground1,
      fontWeight: tokens.fontWeightSemibold,
    },
    '&[aria-current="page"]::after': {
      backgroundColor: tokens.colorCompoundBrandStroke,
      // Forced colors would paint it like the page.
      '@media (forced-colors: active)': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
    },
  },
})

interface LinkTabsProps {
  label: string
  tabs: readonly { label: string; link: LinkProps; isCurrent: boolean }[]
}

/** Views of one page, each with its own address: links, which open in a new tab and survive a reload. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const styles = useStyles()
  return (
    <nav aria-label={label} className={styles.root}>
      {tabs.map((tab) => (
        <TabLink
          key={tab.label}
          {...tab.link}
          className={styles.tab}
          resetScroll={false}
          isCurrent={tab.isCurrent}
          data-label={tab.label}
        >
          {tab.label}
        </TabLink>
      ))}
    </nav>
  )
}

type TabAnchorProps = ComponentProps<'a'> & { isCurrent: boolean }

const TabLink = createLink(TabAnchor)

/** The page passes the current tab: the router does not know the default view. */
function TabAnchor({ isCurrent, children, ref, ...props }: TabAnchorProps) {
  const tab = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => {
    if (!isCurrent) return undefined
    const show = () => tab.current && bringIntoSight(tab.current)
    show()
    // In a narrower window, or with a font that arrives later, the tab may lie beyond the edge.
    addEventListener('resize', show)
    void document.fonts?.ready.then(show)
    return () => removeEventListener('resize', show)
  }, [isCurrent])
  return (
    <a {...props} ref={useMergedRefs(ref, tab)} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}

/** Scrolls the current tab into view without scrolling the page. */
function bringIntoSight(tab: HTMLElement): void {
  const row = tab.parentElement
  if (row === null) return
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right
  if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left
}
