import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { useRef, useState } from 'react'

import { bodyProblemsOf } from '../../lib/body-problems.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts'
import { AccessSection } from './access-section.tsx'
import { AccountSection } from './account-section.tsx'
import type { OverUser } from './account-section.tsx'
import { EmailField } from './email-field.tsx'
import { emailProblem } from './email-text.ts'
import { RoleSection } from './role-section.tsx'
import { useSaveUser } from './use-user-changes.ts'
import { changeOf, draftOf, hasChange, touchedSince } from './user-draft.ts'
import type { Touched, UserDetails } from './user-draft.ts'
import { UserFacts } from './user-facts.tsx'

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0 16px' },
})

type Problems = Readonly<Record<string, string>>

interface ManageUserProps {
  details: UserDetails
  touched: Touched
  runFresh: RunFresh
  onTouch: (change: (touched: Touched) => Touched) => void
  onOpen: (over: OverUser) => void
  onClose: () => void
}

/** A person's fields and what can be done with the account. */
export function ManageUser(props: ManageUserProps) {
  const { details, touched, runFresh, onTouch, onOpen, onClose } = props
  const styles = useStyles()
  const [problems, setProblems] = useState<Problems>({})
  const isSelf = useCurrentUser().id === details.user.id
  const draft = { ...draftOf(details), ...touched }
  const change = changeOf(details, draft)
  const save = useSaveUser({ userId: details.user.id, isSelf, runFresh })
  const touch = (changes: Touched) => onTouch((before) => ({ ...before, ...changes }))
  const submit = () => {
    if (save.isPending || !hasChange(change)) return
    const wrongEmail = emailProblem(change.email?.email ?? null)
    setProblems(wrongEmail === undefined ? {} : { email: wrongEmail })
    if (wrongEmail !== undefined) return
    save.mutate(change, {
      onSuccess: () => onTouch((now) => touchedSince(touched, now)),
      onError: (error) => setProblems(bodyProblemsOf(error)),
    })
  }
  return (
    <>
      <DialogContent className={styles.content}>
        <UserFacts
          details={details}
          emailField={
            details.user.authMethod === 'local' && (
              <LocalEmail
                value={draft.email}
                problems={problems}
                onChange={(email) => {
                  touch({ email })
                  setProblems({})
                }}
              />
            )
          }
        />
        <AccountSection details={details} isSelf={isSelf} runFresh={runFresh} onOpen={onOpen} />
        <RoleSection user={details.user} draft={draft} isSelf={isSelf} onChange={touch} />
        <AccessSection draft={draft} onChange={touch} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <Button
          appearance="primary"
          disabledFocusable={save.isPending || !hasChange(change)}
          onClick={submit}
        >
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </>
  )
}

interface LocalEmailProps {
  value: string
  problems: Problems
  onChange: (email: string) => void
}

/** Of a Microsoft person the address is Microsoft's to change. */
function LocalEmail({ value, problems, onChange }: LocalEmailProps) {
  const whole = useRef<HTMLDivElement>(null)
  useFocusOnProblem(whole, problems)
  return (
    <div ref={whole}>
      <EmailField value={value} problem={problems['email']} onChange={onChange} />
    </div>
  )
}
