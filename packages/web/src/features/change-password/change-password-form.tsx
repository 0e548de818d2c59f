import { Button, Field, Input, makeStyles, Spinner } from '@fluentui/react-components'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import { problemsOf } from './new-password.ts'
import type { PasswordFields } from './new-password.ts'
import { useChangePassword } from './use-change-password.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  problems: { margin: 0, padding: 0, listStyleType: 'none' },
})

const FIELDS = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    hint: 'At least 12 characters, with an uppercase letter, a lowercase letter, a number and a special character.',
  },
  { name: 'confirmation', label: 'Confirm new password', autoComplete: 'new-password' },
] as const

/** The own password, with the messages of specification section 5. */
export function ChangePasswordForm({ onChanged }: { onChanged?: () => void }) {
  const styles = useStyles()
  const change = useChangePassword()
  const form = useForm<PasswordFields>({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  })
  const { setFocus } = form
  const { errors } = form.formState
  const values = useWatch({ control: form.control })
  const isFilled = FIELDS.every(({ name }) => values[name] !== '')

  // Disabled while the server decides, the fields have lost the focus.
  useEffect(() => {
    if (change.isError) setFocus('currentPassword', { shouldSelect: true })
  }, [change.isError, setFocus])

  const onSuccess = () => {
    form.reset()
    onChanged?.()
  }
  const submit = (fields: PasswordFields) => {
    const problems = problemsOf(fields)
    if (problems === null) return
    if (problems.length === 0) change.mutate(fields, { onSuccess })
    else form.setError('newPassword', { message: problems.join('\n') })
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      {FIELDS.map(({ name, label, autoComplete, ...field }) => (
        <Field
          key={name}
          label={label}
          {...('hint' in field ? { hint: field.hint } : {})}
          {...problemProps(errors[name]?.message, styles.problems)}
        >
          <Input
            {...form.register(name)}
            type="password"
            autoComplete={autoComplete}
            disabled={change.isPending}
          />
        </Field>
      ))}
      <Button
        type="submit"
        appearance="primary"
        disabled={!isFilled || change.isPending}
        {...(change.isPending ? { icon: <Spinner size="tiny" aria-label="Changing" /> } : {})}
      >
        Change password
      </Button>
    </form>
  )
}

function problemProps(problems: string | undefined, className: string) {
  if (problems === undefined) return {}
  const list = (
    <ul className={className}>
      {problems.split('\n').map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  )
  return {
    validationState: 'error' as const,
    validationMessage: { children: list },
    validationMessageIcon: null,
    // The list says what is missing; the hint would only repeat it.
    hint: null,
  }
}
