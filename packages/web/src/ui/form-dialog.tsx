import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'

import { ClosableTitle } from './closable-title.tsx'
import { Form, SubmitButton } from './form/form.tsx'
import type { FailureProps } from './form/form.tsx'
import type { SavedForm } from './form/use-saved-form.ts'
import { useDiscardQuestion } from './use-discard-question.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  content: { padding: '4px 0 16px' },
})

/** Over another dialog too, which Fluent leaves undimmed. */
const DIMMED = { appearance: 'dimmed' } as const

interface FormDialogProps<Values extends FieldValues> extends FailureProps {
  title: string
  form: SavedForm<Values>
  /** The form's accessible name; absent: it has none. */
  label?: string
  submitLabel: string
  isOff?: boolean
  savingLabel?: string
  /** Whether the title has a button that closes the dialog as well. */
  hasCloseButton?: boolean
  /** A click beside it does not close it. */
  isAlert?: boolean
  /** Of the surface, such as its width. */
  className?: string
  /** What is lost when changed values are discarded; absent: nothing is asked. */
  discardText?: string
  /** Further buttons, before Cancel. */
  actions?: ReactNode
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog. It cannot be closed while it is saved. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { title, form, submitLabel, savingLabel, isOff, hasCloseButton = true, className } = props
  const { discardText, actions, onClose, children, failureTitle, failureText, newer } = props
  const styles = useStyles()
  const id = useId()
  const isAsked = discardText !== undefined || form.isSaving
  const { unlessDirty, question } = useDiscardQuestion(isAsked ? form.editState : 'unchanged', {
    text: discardText ?? '',
  })
  const close = () => unlessDirty(onClose)
  return (
    <>
      <Dialog
        open
        modalType={props.isAlert === true ? 'alert' : 'modal'}
        onOpenChange={(_, { open }) => !open && close()}
      >
        <DialogSurface backdrop={DIMMED} className={mergeClasses(styles.surface, className)}>
          <DialogBody>
            {hasCloseButton ? (
              <ClosableTitle onClose={close}>{title}</ClosableTitle>
            ) : (
              <DialogTitle>{title}</DialogTitle>
            )}
            <DialogContent className={styles.content}>
              <Form {...{ form, id, failureTitle, failureText, newer }} label={props.label}>
                {children}
              </Form>
            </DialogContent>
            <DialogActions>
              {actions}
              <Button disabledFocusable={form.isSaving} onClick={close}>
                Cancel
              </Button>
              <SubmitButton form={form} formId={id} isOff={isOff} savingLabel={savingLabel}>
                {submitLabel}
              </SubmitButton>
            </DialogActions>
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {question}
    </>
  )
}
