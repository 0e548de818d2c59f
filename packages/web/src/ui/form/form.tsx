import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ReactElement, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'

import { ApiError, userMessageOf } from '../../lib/api-error.ts'
import { ActionButton } from '../action-button.tsx'
import { Notice } from '../notice.tsx'
import { SaveProblem } from '../save-problem.tsx'
import { GuardedForm } from './guarded-form.tsx'
import type { SavedForm } from './use-saved-form.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  // As a plain box.
  fields: { marginInline: 0, padding: 0, border: 'none', minWidth: 0 },
  // Delayed: a fast save does not flicker.
  saving: {
    opacity: 0.6,
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationFast,
    transitionDelay: tokens.durationSlow,
  },
})

/** How a failure to save is shown, unless fields show it. */
export interface FailureProps {
  /** Absent: the bar has no title. */
  failureTitle?: string | undefined
  /** Returns the text of a failure; absent: the server's sentence. Undefined: it is shown elsewhere. */
  failureText?: ((error: unknown) => string | undefined) | undefined
  /** Reads what another user saved meanwhile, where a conflict with that is possible. */
  newer?: { what: string; onLoad: () => Promise<unknown> } | undefined
}

interface FormProps<Values extends FieldValues> extends FailureProps {
  form: SavedForm<Values>
  id?: string
  label?: string | undefined
  className?: string
  children: ReactNode
  /** The buttons. */
  actions?: ReactNode
}

/** A form: its failure, its fields, which cannot be changed while they are saved, and its buttons. */
export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { form, id, label, children, actions } = props
  const { attach, failure, isSaving } = form
  const styles = useStyles()
  const className = props.className ?? styles.form
  return (
    <GuardedForm
      ref={attach}
      id={id}
      className={className}
      aria-label={label}
      onSubmit={() => form.submit()}
    >
      <FormFailure {...props} error={failure} />
      <SavingFields className={className} isSaving={isSaving}>
        {children}
      </SavingFields>
      {actions}
    </GuardedForm>
  )
}

function FormFailure(props: FailureProps & { error: unknown }) {
  const { error, failureTitle, failureText = userMessageOf, newer } = props
  if (error === null) return null
  if (newer && error instanceof ApiError && error.status === 409)
    return <SaveProblem error={error} what={newer.what} onLoadNewer={newer.onLoad} />
  const text = failureText(error)
  if (text === undefined) return null
  return (
    <Notice intent="error" title={failureTitle}>
      {text}
    </Notice>
  )
}

interface SubmitButtonProps<Values extends FieldValues> {
  form: SavedForm<Values>
  /** Absent: within the form. */
  formId?: string
  /** The button is off; the `isOff` of the form also keeps Enter from sending it. */
  isOff?: boolean | undefined
  savingLabel?: string | undefined
  /** Shown beside the label while saving. */
  savingIcon?: ReactElement
  /** Absent: primary. */
  appearance?: 'primary' | 'secondary'
  children: string
}

/** The one button that saves a form. */
export function SubmitButton<Values extends FieldValues>(props: SubmitButtonProps<Values>) {
  const { form, formId, isOff = false, savingLabel = 'Saving...', savingIcon, children } = props
  return (
    <ActionButton
      type="submit"
      appearance={props.appearance ?? 'primary'}
      {...(savingIcon !== undefined && form.isSaving ? { icon: savingIcon } : {})}
      {...(formId === undefined ? {} : { form: formId })}
      isBusy={form.isSaving}
      isOff={isOff || form.isOff}
      busyLabel={savingLabel}
    >
      {children}
    </ActionButton>
  )
}

interface SavingFieldsProps {
  className: string
  /** The values are being saved and cannot be changed. */
  isSaving: boolean
  children: ReactNode
}

/** Fields that are read-only while saving. They are not disabled, which would lose the focus. */
function SavingFields({ className, isSaving, children }: SavingFieldsProps) {
  const styles = useStyles()
  return (
    <fieldset
      className={mergeClasses(styles.fields, isSaving && styles.saving, className)}
      // Applies to all fields within (ARIA 1.2, aria-disabled).
      aria-disabled={isSaving}
    >
      {children}
    </fieldset>
  )
}
