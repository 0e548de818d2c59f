import {
  Button,
  DialogActions,
  DialogContent,
  Field,
  Input,
  makeStyles,
} from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { StoredTenantSettings } from '@tenantscope/contract/tenant-settings'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { ApiError } from '../../../lib/api-error.ts'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { SaveProblem } from '../../../ui/save-problem.tsx'
import { SavingFields } from '../../../ui/saving-fields.tsx'
import { ReadingSection } from './reading-section.tsx'
import { draftOf, isSameDraft, NO_PROBLEMS, problemsIn, readDraft } from './settings-draft.ts'
import type { Problems, SettingsDraft } from './settings-draft.ts'
import { SpareSeatsField } from './spare-seats-field.tsx'
import { TagsField } from './tags-field.tsx'
import { useSaveSettings } from './use-tenant-changes.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '24px' } },
  fields: { '& > * + *': { marginTop: '24px' } },
})

interface SettingsFormProps {
  tenant: TenantListItem
  stored: StoredTenantSettings
  licenses: readonly TenantLicense[] | null | undefined
  knownTags: readonly string[]
  onDirty: (isDirty: boolean) => void
  /** Somebody else changed them meanwhile: reads theirs. */
  onLoadNewer: () => void
  onSaved: () => void
  onCancel: () => void
}

/** The settings in fields, with what is wrong said at each. */
export function SettingsForm(props: SettingsFormProps) {
  const { tenant, stored, licenses, knownTags, onDirty, onLoadNewer, onSaved, onCancel } = props
  const styles = useStyles()
  const [initial] = useState(() => draftOf(stored.settings))
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS)
  const save = useSaveSettings(tenant)
  const isDirty = !isSameDraft(draft, initial)

  const change = (changes: Partial<SettingsDraft>) => {
    // The dialog closes with what is being saved: more would be lost.
    if (save.isPending) return
    const changed = { ...draft, ...changes }
    setDraft(changed)
    // In the same event: an Escape that follows at once has to find it.
    onDirty(!isSameDraft(changed, initial))
    setProblems(NO_PROBLEMS)
  }
  const submit = () => {
    const read = readDraft(draft)
    if ('problems' in read) {
      setProblems(read.problems)
      return
    }
    save.mutate(
      { settings: read.settings, version: stored.version },
      // Of this dialog alone: that of another tenant may be open by then.
      { onSuccess: onSaved, onError: (error) => setProblems(fieldProblemsOf(error)) },
    )
  }

  return (
    <>
      <DialogContent className={styles.content}>
        {save.isError && (
          <SaveProblem error={save.error} what="settings" onLoadNewer={onLoadNewer} />
        )}
        <SavingFields className={styles.fields} isSaving={save.isPending}>
          <Field
            label="Alias"
            hint={`Shown in place of the directory's own name, ${tenant.directoryName}`}
            {...fieldProblem(problems['alias'])}
          >
            <Input value={draft.alias} onChange={(_, { value }) => change({ alias: value })} />
          </Field>
          <TagsField
            tags={draft.tags}
            knownTags={knownTags}
            problem={problems['tags']}
            onChange={(tags) => change({ tags })}
          />
          <SpareSeatsField
            spareSeats={draft.spareSeats}
            licenses={licenses}
            problems={problems}
            onChange={(spareSeats) => change({ spareSeats })}
          />
        </SavingFields>
        <ReadingSection tenant={tenant} isStopped={stored.isReadingStopped} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{isDirty ? 'Cancel' : 'Close'}</Button>
        <Button
          appearance="primary"
          disabledFocusable={!isDirty || save.isPending}
          onClick={submit}
        >
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </DialogActions>
    </>
  )
}

function fieldProblemsOf(error: unknown): Problems {
  return error instanceof ApiError ? problemsIn(error.body?.fields) : NO_PROBLEMS
}
