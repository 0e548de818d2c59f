import { Button, Field, makeStyles } from '@fluentui/react-components'
import { useState } from 'react'

import { copyText } from '../../ui/copy-text.ts'
import { SecretInput } from '../../ui/secret-input.tsx'
import { newPassword } from './new-password.ts'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '8px' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  problems: { margin: 0, padding: 0, listStyleType: 'none' },
})

interface PasswordFieldProps {
  value: string
  /** What the rule or the server says against it, a line each. */
  problems: string | undefined
  isReadOnly: boolean
  onChange: (password: string) => void
}

/** A password that is handed over to somebody else: typed or made up, to be copied. */
export function PasswordField({ value, problems, isReadOnly, onChange }: PasswordFieldProps) {
  const styles = useStyles()
  const [isShown, setIsShown] = useState(false)
  return (
    <div className={styles.whole}>
      <Field label="New password" hint={HINT} {...problemsShown(problems, styles.problems)}>
        <SecretInput
          name="password"
          what="password"
          isReadOnly={isReadOnly}
          value={value}
          isShown={isShown}
          onShow={setIsShown}
          onChange={onChange}
        />
      </Field>
      <div className={styles.buttons}>
        <Button
          size="small"
          disabledFocusable={isReadOnly}
          onClick={() => {
            onChange(newPassword())
            setIsShown(true)
          }}
        >
          Suggest a password
        </Button>
        <Button size="small" disabledFocusable={value === ''} onClick={() => void copyText(value)}>
          Copy password
        </Button>
      </div>
    </div>
  )
}

const HINT =
  'At least 12 characters, with an uppercase letter, a lowercase letter, a number and a special character.'

function problemsShown(problems: string | undefined, className: string) {
  if (problems === undefined) return {}
  return {
    validationState: 'error' as const,
    validationMessage: {
      children: (
        <ul className={className}>
          {problems.split('\n').map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ),
    },
    validationMessageIcon: null,
    // The list says what is missing; the hint would only repeat it.
    hint: null,
  }
}
