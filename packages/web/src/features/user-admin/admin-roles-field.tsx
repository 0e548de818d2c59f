import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { Dismiss12Regular } from '@fluentui/react-icons/svg/dismiss'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  whole: { display: 'flex', flexDirection: 'column', gap: '8px', maxWidth: '480px' },
  line: { display: 'flex', gap: '8px' },
  input: { flex: '1 1 0', width: '100%', minWidth: 0 },
  button: { flexShrink: 0, minWidth: 0 },
  roles: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  role: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    paddingInlineStart: '8px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  remove: { minWidth: '24px', padding: 0 },
})

/** Specification section 3: a text array; the server takes so many and so long ones. */
const MOST = 20
const LENGTH = 80

interface AdminRolesFieldProps {
  roles: readonly string[]
  onChange: (roles: readonly string[]) => void
}

/** What an administrator is responsible for, in words: it authorizes nothing. */
export function AdminRolesField({ roles, onChange }: AdminRolesFieldProps) {
  const styles = useStyles()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = () => {
    const role = text.trim()
    if (role === '') return
    const refusal = refusalOf(role, roles)
    setProblem(refusal)
    if (refusal !== undefined) return
    onChange([...roles, role])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also chooses a character while one is being composed.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div className={styles.whole}>
      <Field
        label="Admin roles"
        hint="A description for your team, such as System Administrator. It gives no further rights."
        {...fieldProblem(problem)}
      >
        <div className={styles.line}>
          <Input
            className={styles.input}
            value={text}
            maxLength={LENGTH}
            autoComplete="off"
            placeholder="Add a description"
            onChange={(_, { value }) => {
              setText(value)
              setProblem(undefined)
            }}
            onKeyDown={onKeyDown}
            // What was typed and not added would be lost with the next button.
            onBlur={add}
          />
          <Button className={styles.button} onClick={add}>
            Add
          </Button>
        </div>
      </Field>
      {roles.length > 0 && (
        <ul className={styles.roles} aria-label="Admin roles of this person">
          {roles.map((role) => (
            <li key={role} className={styles.role}>
              <ForeignText wrap>{role}</ForeignText>
              <Button
                appearance="transparent"
                size="small"
                className={styles.remove}
                icon={<Dismiss12Regular />}
                aria-label={`Remove admin role ${role}`}
                onClick={() => onChange(roles.filter((other) => other !== role))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function refusalOf(role: string, roles: readonly string[]): string | undefined {
  if (roles.includes(role)) return 'This one is there already'
  return roles.length >= MOST ? `At most ${MOST} descriptions` : undefined
}
