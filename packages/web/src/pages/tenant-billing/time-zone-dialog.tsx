import { Field } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { setBillingTimeZone } from '@tenantscope/contract/billing-months'
import type { TenantBillingMonths } from '@tenantscope/contract/billing-months'
import type { TenantId } from '@tenantscope/contract/ids'
import { useState } from 'react'

import {
  tenantBillingQuery,
  useSetBillingTimeZone,
} from '../../features/billing-months/billing-months.queries.ts'
import { readBody } from '../../lib/body-problems.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SwitchField } from '../../ui/form/switch-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx'

type StoredZone = TenantBillingMonths['timeZone']

interface ZoneValues {
  isOwn: boolean
  timeZone: string
}

interface TimeZoneDialogProps {
  tenantId: TenantId
  timeZone: StoredZone
  onClose: () => void
}

/** Sets the time zone in which months of the tenant end. */
export function TimeZoneDialog({ tenantId, timeZone, onClose }: TimeZoneDialogProps) {
  const client = useQueryClient()
  const [stored, setStored] = useState(timeZone)
  const set = useSetBillingTimeZone(tenantId)
  const form = useSavedForm({
    initial: valuesOf(stored),
    read: ({ isOwn, timeZone: chosen }: ZoneValues) =>
      readBody(setBillingTimeZone.body, {
        timeZone: isOwn ? chosen : null,
        version: stored.version,
      }),
    save: set.mutateAsync,
    onSaved: onClose,
    isOff: (_, isDirty) => !isDirty,
  })
  const loadNewer = async () => {
    const newer = await client.fetchQuery({ ...tenantBillingQuery(tenantId), staleTime: 0 })
    setStored(newer.timeZone)
    form.start(valuesOf(newer.timeZone))
  }
  return (
    <FormDialog
      title="Change the time zone"
      form={form}
      submitLabel="Save time zone"
      failureTitle="Not saved"
      newer={{ what: 'time zone', onLoad: loadNewer }}
      discardText="What you chose is not saved yet."
      onClose={onClose}
    >
      <SwitchField form={form} name="isOwn" label="Own time zone">
        When off, months end in the time zone of the installation. Frozen months do not change. The
        open month moves to the new time zone, unless it would have ended there.
      </SwitchField>
      {form.values.isOwn && (
        <Field label="Time zone of the tenant" {...fieldProblem(form.problems['timeZone'])}>
          <TimeZoneSelect
            name="timeZone"
            value={form.values.timeZone}
            onChoose={(chosen) => form.change({ timeZone: chosen })}
          />
        </Field>
      )}
    </FormDialog>
  )
}

const valuesOf = ({ own, effective }: StoredZone): ZoneValues => ({
  isOwn: own !== null,
  timeZone: own ?? effective,
})
