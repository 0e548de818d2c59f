import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { ArrowClockwise20Regular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { Pause20Regular } from '@fluentui/react-icons/svg/pause'
import { Play20Regular } from '@fluentui/react-icons/svg/play'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { StoredTenantSettings } from '@tenantscope/contract/tenant-settings'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useEffect, useId, useState } from 'react'

import { RefreshProgress } from '../../../features/refresh/refresh-button.tsx'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import type { EditState } from '../../../ui/form/use-saved-form.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { useTenantRefresh } from '../tenant-next-step.tsx'
import { draftOf, fieldOf, readDraft } from './settings-draft.ts'
import { SpareSeatsField } from './spare-seats-field.tsx'
import { TagsField } from './tags-field.tsx'
import { useSaveSettings, useSetReading } from './tenant-settings.queries.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '24px' } },
  fields: { '& > * + *': { marginTop: '24px' } },
})

interface SettingsFormProps {
  tenant: TenantListItem
  stored: StoredTenantSettings
  licenses: readonly TenantLicense[] | null | undefined
  knownTags: readonly string[]
  onEdit: (state: EditState) => void
  /** Reads what another user saved meanwhile. */
  onLoadNewer: () => Promise<unknown>
  onSaved: () => void
  onCancel: () => void
}

/** The settings in fields, with what is wrong said at each. */
export function SettingsForm(props: SettingsFormProps) {
  const { tenant, stored, licenses, knownTags, onEdit, onLoadNewer, onSaved, onCancel } = props
  const styles = useStyles()
  const id = useId()
  const save = useSaveSettings(tenant)
  const form = useSavedForm({
    initial: draftOf(stored.settings),
    read: readDraft,
    save: (settings) => save.mutateAsync({ settings, version: stored.version }),
    onSaved,
    fieldOf,
    isOff: (_, isDirty) => !isDirty,
  })
  const { values, isDirty, editState, problems } = form
  useEffect(() => onEdit(editState), [onEdit, editState])
  return (
    <>
      <DialogContent className={styles.content}>
        <Form
          form={form}
          id={id}
          className={styles.fields}
          failureTitle="Not saved"
          newer={{ what: 'settings', onLoad: onLoadNewer }}
        >
          <TextField
            form={form}
            name="alias"
            label="Alias"
            hint={`Shown in place of the directory's own name, ${tenant.directoryName}`}
          />
          <TagsField
            tags={values.tags}
            knownTags={knownTags}
            problem={problems['tags']}
            onChange={(tags) => form.change({ tags })}
          />
          <SpareSeatsField
            spareSeats={values.spareSeats}
            licenses={licenses}
            problems={problems}
            onChange={(spareSeats) => form.change({ spareSeats })}
          />
        </Form>
        <ReadingSection tenant={tenant} isStopped={stored.isReadingStopped} />
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={form.isSaving} onClick={onCancel}>
          {isDirty ? 'Cancel' : 'Close'}
        </Button>
        <SubmitButton form={form} formId={id}>
          Save
        </SubmitButton>
      </DialogActions>
    </>
  )
}

interface ReadingSectionProps {
  tenant: TenantListItem
  isStopped: boolean
}

/** Reads the tenant now, and for administrators: stops reading it, or goes on. */
function ReadingSection({ tenant, isStopped }: ReadingSectionProps) {
  const { isAdmin } = useCurrentUser()
  const refresh = useTenantRefresh(tenant.id)
  return (
    <Stack as="section" gap={8} aria-label="Reading">
      <Text as="h3" variant="subtitle">
        Reading
      </Text>
      <Text variant="caption" muted>
        {isStopped
          ? 'Stopped by an administrator. The last data is kept.'
          : 'Read on schedule and at each manual refresh.'}
      </Text>
      <Stack row wrap gap={8} align="center">
        <Button
          icon={<ArrowClockwise20Regular />}
          disabledFocusable={isStopped || refresh.isUnderWay}
          {...(isStopped ? { title: 'Reading is stopped' } : {})}
          onClick={refresh.start}
        >
          {refresh.isUnderWay ? 'Refreshing...' : 'Refresh now'}
        </Button>
        {isAdmin && <StopButton tenant={tenant} isStopped={isStopped} />}
        <RefreshProgress refresh={refresh} />
      </Stack>
    </Stack>
  )
}

function StopButton({ tenant, isStopped }: ReadingSectionProps) {
  const [isAsking, setIsAsking] = useState(false)
  const setReading = useSetReading(tenant, () => setIsAsking(false))
  return (
    <>
      <Button
        icon={isStopped ? <Play20Regular /> : <Pause20Regular />}
        onClick={() => setIsAsking(true)}
      >
        {isStopped ? 'Read again' : 'Stop reading'}
      </Button>
      <ConfirmDialog
        title={isStopped ? 'Read this tenant again?' : 'Stop reading this tenant?'}
        confirmLabel={isStopped ? 'Read again' : 'Stop reading'}
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={setReading.isPending}
        onConfirm={() => setReading.mutate(!isStopped)}
        onCancel={() => setIsAsking(false)}
      >
        {isStopped ? (
          <>
            Tenantscope reads <ForeignText wrap>{tenant.displayName}</ForeignText> again, starting
            with the next refresh.
          </>
        ) : (
          <>
            Refreshes no longer read <ForeignText wrap>{tenant.displayName}</ForeignText>. Its last
            data stays in lists and totals, with its date. You can start reading it again at any
            time.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
