import { Button, makeStyles } from '@fluentui/react-components'
import type { ComponentProps, ReactElement, RefCallback } from 'react'

import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'

const useStyles = makeStyles({
  button: {
    fontWeight: 'normal',
    minWidth: 0,
    paddingInline: '8px',
  },
  // A phone has room for the icons; screen readers have the words all the same.
  label: { '@media (max-width: 720px)': HIDDEN_FROM_SIGHT },
})

type CommandButtonProps = Omit<
  ComponentProps<'button'>,
  'title' | 'children' | 'ref' | 'disabled'
> & {
  ref?: RefCallback<HTMLButtonElement>
  label: string
  /** What it does, or why it can do nothing now. */
  hint: string
  icon: ReactElement
  isDisabled?: boolean
}

/** A command above the table. While it can do nothing it keeps the focus and says why. */
export function CommandButton(props: CommandButtonProps) {
  const { ref, label, hint, isDisabled = false, ...button } = props
  const styles = useStyles()
  return (
    <Button
      {...button}
      ref={ref ?? null}
      appearance="subtle"
      className={styles.button}
      title={hint}
      disabledFocusable={isDisabled}
    >
      <span className={styles.label}>{label}</span>
    </Button>
  )
}
