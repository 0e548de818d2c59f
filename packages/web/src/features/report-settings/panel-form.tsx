import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0 16px' },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
})

export interface PanelProps {
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

interface PanelFormProps {
  label: string
  form: {
    problems: Readonly<Record<string, string>>
    isDirty: boolean
    isPending: boolean
    submit: () => void
  }
  /** More buttons, before Save. */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A panel of settings with its Save; the first field that is wrong takes the focus. */
export function PanelForm({ label, form, actions, onClose, children }: PanelFormProps) {
  const styles = useStyles()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const { problems, isDirty, isPending, submit } = form
  useEffect(() => {
    const wrong = Object.keys(problems)
    if (wrong.length === 0) return
    const fields = element.current?.querySelectorAll<HTMLElement>('[name]') ?? []
    Array.from(fields)
      .find((field) => wrong.includes(field.getAttribute('name') ?? ''))
      ?.focus()
  }, [problems])
  return (
    <>
      <DialogContent className={styles.content}>
        <form
          ref={element}
          id={id}
          className={styles.form}
          noValidate
          aria-label={label}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {children}
        </form>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {actions}
        <Button
          appearance="primary"
          type="submit"
          form={id}
          disabledFocusable={isPending || !isDirty}
        >
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </>
  )
}
