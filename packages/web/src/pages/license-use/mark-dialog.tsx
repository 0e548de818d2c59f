import { useQueryClient } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { ACCOUNT_MARK_NAMES, AccountMarkKind, markAccount } from '@tenantscope/contract/license-use'
import type { PersonUse } from '@tenantscope/contract/license-use'
import { ACCOUNT_MARKS } from '@tenantscope/contract/limits'
import { useState } from 'react'

import { readBody } from '../../lib/body-problems.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { Text } from '../../ui/text.tsx'
import { licenseUseQuery, useMarkAccount, useUnmarkAccount } from './license-use.queries.ts'

interface MarkValues {
  kind: AccountMarkKind
  reason: string
}

interface MarkDialogProps {
  tenantId: TenantId
  person: PersonUse
  onClose: () => void
}

const KINDS = AccountMarkKind.options.map((value) => ({ value, label: ACCOUNT_MARK_NAMES[value] }))

/** Marks an account that is not a person, or removes the mark. */
export function MarkDialog({ tenantId, person: opened, onClose }: MarkDialogProps) {
  const client = useQueryClient()
  const [person, setPerson] = useState(opened)
  const { userId, mark } = person
  const save = useMarkAccount({ tenantId, userId })
  const form = useSavedForm({
    initial: valuesOf(person),
    read: ({ kind, reason }: MarkValues) =>
      readBody(markAccount.body, { kind, reason, version: mark?.version ?? null }),
    save: save.mutateAsync,
    onSaved: onClose,
    isOff: (_, isDirty) => mark !== null && !isDirty,
  })
  const loadNewer = async () => {
    const query = licenseUseQuery(tenantId, { days: 30, choice: 'marked' })
    const { people } = await client.fetchQuery({ ...query, staleTime: 0 })
    const newer = people.find((each) => each.userId === userId) ?? { ...person, mark: null }
    setPerson(newer)
    form.start(valuesOf(newer))
  }
  return (
    <FormDialog
      title={mark === null ? 'Mark the account' : 'Change the mark'}
      form={form}
      submitLabel="Save mark"
      failureTitle="Not saved"
      newer={{ what: 'mark', onLoad: loadNewer }}
      discardText="What you entered is not saved yet."
      actions={mark && <UnmarkButton tenantId={tenantId} person={person} onRemoved={onClose} />}
      onClose={onClose}
    >
      <Text as="p">
        <ForeignText wrap>{person.name}</ForeignText> is then listed apart, and its licenses are not
        proposed for removal.
      </Text>
      <RadioField form={form} name="kind" label="Kind of account" options={KINDS} />
      <TextAreaField
        form={form}
        name="reason"
        label="Reason"
        isRequired
        maxLength={ACCOUNT_MARKS.reasonLength}
      />
    </FormDialog>
  )
}

const valuesOf = ({ mark }: PersonUse): MarkValues => ({
  kind: mark?.kind ?? 'sharedMailbox',
  reason: mark?.reason ?? '',
})

interface UnmarkButtonProps {
  tenantId: TenantId
  person: PersonUse
  onRemoved: () => void
}

/** Removes the mark, so that the account is judged like a person. */
function UnmarkButton({ tenantId, person: { userId, mark }, onRemoved }: UnmarkButtonProps) {
  const remove = useUnmarkAccount({ tenantId, userId })
  if (mark === null) return null
  return (
    <ActionButton
      isBusy={remove.isPending}
      onClick={() => remove.mutate(mark.version, { onSuccess: onRemoved })}
    >
      Remove mark
    </ActionButton>
  )
}
