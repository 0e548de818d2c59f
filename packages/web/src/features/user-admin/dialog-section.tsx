import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  section: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    minWidth: 0,
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
})

/** A group of things within a dialog, under its own heading. */
export function DialogSection({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles()
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 className={styles.title} id={id}>
        {title}
      </h3>
      {children}
    </section>
  )
}
