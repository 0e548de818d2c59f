import { makeStyles, tokens } from '@fluentui/react-components'
import type { MouseEvent, ReactNode } from 'react'

const useStyles = makeStyles({
  link: {
    minWidth: 0,
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { color: tokens.colorBrandForegroundLinkHover, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

interface RowLinkProps {
  href: string
  /** What screen readers say, where the text alone does not say it. */
  label?: string
  title?: string
  tabIndex: number
  onOpen: () => void
  children: ReactNode
}

/**
 * A link of a row. A bare anchor: the router's link costs more than the rest of a row together, and
 * scrolling makes new rows in every frame.
 */
export function RowLink({ href, label, title, tabIndex, onOpen, children }: RowLinkProps) {
  const styles = useStyles()
  return (
    <a
      href={href}
      aria-label={label}
      title={title}
      className={styles.link}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (wantsNewTab(event)) return
        event.preventDefault()
        onOpen()
      }}
    >
      {children}
    </a>
  )
}

function wantsNewTab({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey
}
