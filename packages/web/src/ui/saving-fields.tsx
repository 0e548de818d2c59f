import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  // As a plain box.
  fields: { marginInline: 0, padding: 0, border: 'none', minWidth: 0 },
  // Only where it lasts: what is saved at once does not flicker.
  saving: {
    opacity: 0.6,
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationFast,
    transitionDelay: tokens.durationSlow,
  },
})

interface SavingFieldsProps {
  className: string
  /** What they hold is on its way: until it is stored they take nothing more. */
  isSaving: boolean
  children: ReactNode
}

/** Fields that say when they cannot be changed. They are not disabled: who types would lose the focus. */
export function SavingFields({ className, isSaving, children }: SavingFieldsProps) {
  const styles = useStyles()
  return (
    <fieldset
      className={mergeClasses(styles.fields, isSaving && styles.saving, className)}
      // It counts for everything within (ARIA 1.2, aria-disabled).
      aria-disabled={isSaving}
    >
      {children}
    </fieldset>
  )
}
