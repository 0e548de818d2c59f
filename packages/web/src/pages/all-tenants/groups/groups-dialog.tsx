import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import { TenantGroupInput } from '@tenantscope/contract/tenant-groups'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'
import { useEffect, useId, useState } from 'react'

import { readBody } from '../../../lib/body-problems.ts'
import { tenantGroupsQuery } from '../../../lib/tenant-groups.queries.ts'
import { tenantListQuery } from '../../../lib/tenant-list.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import type { EditState } from '../../../ui/form/use-saved-form.ts'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { TenantPicker } from '../../../ui/tenant-picker.tsx'
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx'
import { useFocusOnFirstField } from '../../../ui/use-focus-on-first-field.ts'
import { GroupList, useSaveGroup } from './group-list.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  // The dialog keeps its height during a search.
  content: { padding: '8px 0 16px', minHeight: '420px' },
  fields: { '& > * + *': { marginTop: '16px' } },
})

/** The tenant groups: who sees a group's tenants is decided by grants elsewhere. */
export function GroupsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const styles = useStyles()
  const [editState, setEditState] = useState<EditState>('unchanged')
  const { unlessDirty, question } = useDiscardQuestion(editState, {
    text: 'Your changes to this group are not saved yet.',
  })
  const requestClose = () =>
    unlessDirty(() => {
      setEditState('unchanged')
      onClose()
    })
  return (
    <>
      <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <Groups onEdit={setEditState} onLeave={unlessDirty} onClose={requestClose} />
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
  onEdit: (state: EditState) => void
  /** Calls `then` at once, or after the user has agreed to discard changes. */
  onLeave: (then: () => void) => void
  onClose: () => void
}

/** The list, or one group of it. */
function Groups({ onEdit, onLeave, onClose }: GroupsProps) {
  const [edited, setEdited] = useState<Edited | null>(null)
  // Where the list goes on.
  const [last, setLast] = useState<Edited | null>(null)
  const backToList = () => {
    onEdit('unchanged')
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
          onEdit={onEdit}
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

interface GroupEditorProps {
  edited: TenantGroupId | 'new'
  onEdit: (state: EditState) => void
  onSaved: () => void
  onCancel: () => void
}

/** One group in fields. */
function GroupEditor({ edited, onEdit, onSaved, onCancel }: GroupEditorProps) {
  const styles = useStyles()
  const id = useId()
  const groups = useQuery(tenantGroupsQuery)
  const newest = groups.data?.find((group) => group.id === edited) ?? null
  // Others may change it while it is edited: what is saved says what it began with.
  const [group, setGroup] = useState(newest)
  const { data: list } = useQuery(tenantListQuery({ isQuiet: true }))
  const form = useSavedForm({
    initial: valuesOf(group),
    read: (values) => readBody(TenantGroupInput, values),
    save: useSaveGroup(group).mutateAsync,
    onSaved,
  })
  const { editState } = form
  useEffect(() => onEdit(editState), [onEdit, editState])
  useFocusOnFirstField(id, true)
  const loadNewer = async () => {
    const { data = [] } = await groups.refetch({ throwOnError: true })
    const read = data.find((other) => other.id === edited) ?? null
    setGroup(read)
    form.start(valuesOf(read))
  }
  // After the question whether to discard.
  return (
    <>
      <DialogContent className={styles.content}>
        <Form
          form={form}
          id={id}
          className={styles.fields}
          failureTitle="Not saved"
          newer={{ what: 'group', onLoad: loadNewer }}
        >
          <TextField
            form={form}
            name="name"
            label="Name"
            input={{ type: 'text', ...RETURNS_FOCUS }}
          />
          <TenantPicker
            tenants={list?.tenants ?? []}
            chosen={new Set(form.values.tenantIds)}
            onChoose={(chosen) => form.change({ tenantIds: [...chosen].toSorted() })}
          />
        </Form>
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={form.isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form} formId={id}>
          Save
        </SubmitButton>
      </DialogActions>
    </>
  )
}

/** Returns the fields of a group; of a new one (null) they are empty. */
function valuesOf(group: TenantGroup | null): TenantGroupInput {
  return { name: group?.name ?? '', tenantIds: (group?.tenantIds ?? []).toSorted() }
}
