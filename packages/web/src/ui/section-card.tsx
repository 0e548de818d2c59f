import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { createContext, useContext, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '16px 24px 24px',
    minWidth: 0,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 480px)': { padding: '12px 16px 16px' },
  },
  header: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 16px',
    minHeight: '32px',
  },
  title: { ...typographyStyles.subtitle2, margin: 0 },
  end: { marginInlineStart: 'auto', ':empty': { display: 'none' } },
})

interface SectionCardProps {
  title: string
  /** At the end of the heading's line. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A card with its own heading. */
export function SectionCard({ title, aside, className, children }: SectionCardProps) {
  const styles = useStyles()
  const id = useId()
  const [end, setEnd] = useState<HTMLElement | null>(null)
  return (
    <section className={mergeClasses(styles.card, className)} aria-labelledby={id}>
      <div className={styles.header}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {aside}
        <div ref={setEnd} className={styles.end} />
      </div>
      <HeadingEnd value={end}>{children}</HeadingEnd>
    </section>
  )
}

const HeadingEnd = createContext<HTMLElement | null>(null)

/** Moves content of the card to the end of the heading's line; outside a card it stays in place. */
export function SectionAside({ children }: { children: ReactNode }) {
  const end = useContext(HeadingEnd)
  return end === null ? children : createPortal(children, end)
}
