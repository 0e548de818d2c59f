import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'

import { useCurrentUser } from '../../lib/current-user.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { AccessSection } from './access-section.tsx'
import { AccountSection } from './account-section.tsx'
import type { OverUser } from './account-section.tsx'
import { RoleSection } from './role-section.tsx'
import { useSaveUser } from './use-user-changes.ts'
import { changeOf, draftOf, hasChange, touchedSince } from './user-draft.ts'
import type { Touched, UserDetails } from './user-draft.ts'
import { UserFacts } from './user-facts.tsx'

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0 16px' },
})

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
  const isSelf = useCurrentUser().id === details.user.id
  const draft = { ...draftOf(details), ...touched }
  const change = changeOf(details, draft)
  const save = useSaveUser({ userId: details.user.id, isSelf, runFresh })
  const touch = (changes: Touched) => onTouch((before) => ({ ...before, ...changes }))
  const submit = () => {
    if (save.isPending || !hasChange(change)) return
    save.mutate(change, { onSuccess: () => onTouch((now) => touchedSince(touched, now)) })
  }
  return (
    <>
      <DialogContent className={styles.content}>
        <UserFacts details={details} />
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
