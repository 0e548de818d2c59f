import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'

import { useFocusOnFirstField } from '../../ui/use-focus-on-first-field.ts'
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts'
import { usePanelStyles } from './use-panel-styles.ts'

const useStyles = makeStyles({
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
  isReadAnew: boolean
  /** More buttons, before Save. */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A panel of settings with its Save; the first field that is wrong takes the focus. */
export function PanelForm(props: PanelFormProps) {
  const { label, form, isReadAnew, actions, onClose, children } = props
  const styles = useStyles()
  const panel = usePanelStyles()
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const { problems, isDirty, isPending, submit } = form
  useFocusOnProblem(element, problems)
  useFocusOnFirstField(element, isReadAnew)
  return (
    <>
      <DialogContent className={panel.content}>
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
      <DialogActions className={panel.actions}>
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
