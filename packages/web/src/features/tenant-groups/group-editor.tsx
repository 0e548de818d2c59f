import {
  Button,
  DialogActions,
  DialogContent,
  Field,
  Input,
  makeStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'
import { useEffect, useState } from 'react'

import { tenantGroupsQuery } from '../../lib/tenant-groups.queries.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { SaveProblem } from '../../ui/save-problem.tsx'
import { SavingFields } from '../../ui/saving-fields.tsx'
import { TenantPicker } from '../../ui/tenant-picker.tsx'
import { draftOf, isSameDraft, nameProblemIn, readDraft } from './group-draft.ts'
import type { GroupDraft } from './group-draft.ts'
import { useSaveGroup } from './use-group-changes.ts'

const useStyles = makeStyles({
  // The dialog keeps its height while somebody searches.
  content: { padding: '8px 0 16px', minHeight: '420px', '& > * + *': { marginTop: '16px' } },
  fields: { '& > * + *': { marginTop: '16px' } },
})

interface GroupEditorProps {
  edited: TenantGroupId | 'new'
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

/** One group in fields. */
export function GroupEditor({ edited, onDirty, onSaved, onCancel }: GroupEditorProps) {
  const groups = useQuery(tenantGroupsQuery)
  // Which reading of the group the fields began with.
  const [reading, setReading] = useState(0)
  const group = groups.data?.find(({ id }) => id === edited) ?? null
  const loadNewer = async () => {
    await groups.refetch()
    onDirty(false)
    setReading((count) => count + 1)
  }
  return (
    <GroupForm
      key={reading}
      newest={group}
      onDirty={onDirty}
      onLoadNewer={() => void loadNewer()}
      onSaved={onSaved}
      onCancel={onCancel}
    />
  )
}

interface GroupFormProps extends Omit<GroupEditorProps, 'edited'> {
  /** Null: a new one. */
  newest: TenantGroup | null
  /** Somebody else changed it meanwhile: reads theirs. */
  onLoadNewer: () => void
}

function GroupForm({ newest, onDirty, onLoadNewer, onSaved, onCancel }: GroupFormProps) {
  const styles = useStyles()
  // Others may change it while it is edited: what is saved says what it began with.
  const [group] = useState(newest)
  const [initial] = useState(() => draftOf(group))
  const [draft, setDraft] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const { data: list } = useQuery(tenantListQuery({ isQuiet: true }))
  const save = useSaveGroup(group)
  // After the question whether to discard.
  const restoreFocus = useRestoreFocusTarget()
  const [name, setName] = useState<HTMLInputElement | null>(null)
  useEffect(() => name?.focus(), [name])
  const change = (changes: Partial<GroupDraft>) => {
    // The editor closes with what is being saved: more would be lost.
    if (save.isPending) return
    const changed = { ...draft, ...changes }
    setDraft(changed)
    // In the same event: an Escape that follows at once has to find it.
    onDirty(!isSameDraft(changed, initial))
    setProblem(undefined)
  }
  const refuse = (message: string) => {
    setProblem(message)
    name?.focus()
  }
  const submit = () => {
    if (save.isPending) return
    const input = readDraft(draft)
    if (typeof input === 'string') refuse(input)
    else
      save.mutate(input, {
        // Of this editor alone: another one may be open by then.
        onSuccess: onSaved,
        onError: (error) => {
          const message = nameProblemIn(error)
          if (message !== undefined) refuse(message)
        },
      })
  }
  return (
    <>
      <DialogContent className={styles.content}>
        {save.isError && nameProblemIn(save.error) === undefined && (
          <SaveProblem error={save.error} what="group" onLoadNewer={onLoadNewer} />
        )}
        <SavingFields className={styles.fields} isSaving={save.isPending}>
          <Field label="Name" {...fieldProblem(problem)}>
            <Input
              {...restoreFocus}
              ref={setName}
              value={draft.name}
              onChange={(_, { value }) => change({ name: value })}
            />
          </Field>
          <TenantPicker
            tenants={list?.tenants ?? []}
            chosen={draft.tenantIds}
            onChoose={(tenantIds) => change({ tenantIds })}
          />
        </SavingFields>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button appearance="primary" disabledFocusable={save.isPending} onClick={submit}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </>
  )
}
