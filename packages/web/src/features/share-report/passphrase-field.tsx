import { Button, Field, makeStyles } from '@fluentui/react-components'
import { SHARES } from '@tenantscope/contract/limits'
import { useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { SecretInput } from '../../ui/secret-input.tsx'
import { newPassphrase } from './new-passphrase.ts'

const useStyles = makeStyles({
  line: { display: 'flex', gap: '8px' },
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
        <SecretInput
          name="passphrase"
          what="passphrase"
          isReadOnly={isReadOnly}
          value={value}
          isShown={isShown}
          onShow={setIsShown}
          onChange={onChange}
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
