import { Dialog, DialogBody, DialogSurface, makeStyles } from '@fluentui/react-components'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import { useState } from 'react'

import { ClosableTitle } from '../../ui/closable-title.tsx'
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx'
import { GroupEditor } from './group-editor.tsx'
import { GroupList } from './group-list.tsx'

const useStyles = makeStyles({ surface: { maxWidth: '640px' } })

interface GroupsDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** The tenant groups: who sees a group's tenants is decided by grants elsewhere. */
export function GroupsDialog({ isOpen, onClose }: GroupsDialogProps) {
  const styles = useStyles()
  const [isDirty, setIsDirty] = useState(false)
  const { unlessDirty, question } = useDiscardQuestion(isDirty, {
    text: 'What you changed in this group is not saved yet.',
  })
  const requestClose = () =>
    unlessDirty(() => {
      setIsDirty(false)
      onClose()
    })
  return (
    <>
      <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <Groups onDirty={setIsDirty} onLeave={unlessDirty} onClose={requestClose} />
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {question}
    </>
  )
}

/** A group's id while it is edited, 'new' for one that is made. */
type Edited = TenantGroupId | 'new'

interface GroupsProps {
  onDirty: (isDirty: boolean) => void
  /** Does it, at once or when somebody has agreed to lose their changes. */
  onLeave: (then: () => void) => void
  onClose: () => void
}

/** The list, or one group of it. */
function Groups({ onDirty, onLeave, onClose }: GroupsProps) {
  const [edited, setEdited] = useState<Edited | null>(null)
  // Where the list goes on.
  const [last, setLast] = useState<Edited | null>(null)
  const backToList = () => {
    onDirty(false)
    setLast(edited)
    setEdited(null)
  }
  return (
    <>
      <ClosableTitle onClose={onClose}>{titleOf(edited)}</ClosableTitle>
      {edited === null ? (
        <GroupList focused={last} onEdit={setEdited} onClose={onClose} />
      ) : (
        <GroupEditor
          edited={edited}
          onDirty={onDirty}
          onSaved={backToList}
          onCancel={() => onLeave(backToList)}
        />
      )}
    </>
  )
}

function titleOf(edited: Edited | null): string {
  if (edited === null) return 'Tenant groups'
  return edited === 'new' ? 'New tenant group' : 'Edit tenant group'
}
