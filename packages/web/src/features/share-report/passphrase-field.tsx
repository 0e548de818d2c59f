import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { Eye20Regular } from '@fluentui/react-icons/svg/eye'
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off'
import { SHARES } from '@tenantscope/contract/limits'
import { useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { newPassphrase } from './new-passphrase.ts'

const useStyles = makeStyles({
  line: { display: 'flex', gap: '8px' },
  input: { flex: '1 1 0', width: '100%', minWidth: 0 },
  shown: { fontFamily: tokens.fontFamilyMonospace },
  button: { flexShrink: 0, minWidth: 0 },
})

interface PassphraseFieldProps {
  value: string
  problem: string | undefined
  isReadOnly: boolean
  onChange: (passphrase: string) => void
}

/** What a customer has to enter beside the link, typed or made up here. */
export function PassphraseField({ value, problem, isReadOnly, onChange }: PassphraseFieldProps) {
  const styles = useStyles()
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      label="Passphrase (optional)"
      hint={`At least ${SHARES.passphraseMinLength} characters. Tell it by another way than the link, by phone for example.`}
      {...fieldProblem(problem)}
    >
      <div className={styles.line}>
        <Input
          className={styles.input}
          input={isShown ? { className: styles.shown } : {}}
          name="passphrase"
          type={isShown ? 'text' : 'password'}
          // No browser should offer a person's own password here, or keep this one.
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isReadOnly}
          value={value}
          onChange={(_, data) => onChange(data.value)}
          contentAfter={
            <Button
              appearance="transparent"
              size="small"
              icon={isShown ? <EyeOff20Regular /> : <Eye20Regular />}
              aria-label={isShown ? 'Hide passphrase' : 'Show passphrase'}
              onClick={() => setIsShown(!isShown)}
            />
          }
        />
        <Button
          className={styles.button}
          aria-label="Generate passphrase"
          disabledFocusable={isReadOnly}
          onClick={() => {
            onChange(newPassphrase())
            setIsShown(true)
          }}
        >
          Generate
        </Button>
      </div>
    </Field>
  )
}
