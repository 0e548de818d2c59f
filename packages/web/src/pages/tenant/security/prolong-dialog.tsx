import { useQuery } from '@tanstack/react-query'
import { isoDayIn } from '@tenantscope/analysis/iso-time'
import { CheckId } from '@tenantscope/contract/posture'
import { changePostureException } from '@tenantscope/contract/posture-exceptions'
import type { PostureException } from '@tenantscope/contract/posture-exceptions'
import { useState } from 'react'

import { readBody } from '../../../lib/body-problems.ts'
import { useTimeZone } from '../../../lib/preferences.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextAreaField } from '../../../ui/form/text-area-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { endDays, endOf } from './end-date.ts'
import { exceptionsQuery, useProlongException } from './posture.queries.ts'

interface ProlongValues {
  reason: string
  /** A day; the risk is accepted until its end. */
  endsAt: string
  version: number
}

interface ProlongDialogProps {
  exception: PostureException
  onClose: () => void
}

/** Changes the end date and the reason of an accepted risk; its history is kept. */
export function ProlongDialog({ exception, onClose }: ProlongDialogProps) {
  const { id, checkId } = exception
  const timeZone = useTimeZone()
  const [days] = useState(() => endDays(new Date(), timeZone))
  const prolong = useProlongException()
  const newest = useQuery({
    ...exceptionsQuery({ checkId: CheckId.parse(checkId) }),
    enabled: false,
  })
  const valuesOf = ({ reason, endsAt, version }: PostureException): ProlongValues => ({
    reason,
    endsAt: isoDayIn(timeZone, new Date(endsAt)),
    version,
  })
  const form = useSavedForm({
    initial: valuesOf(exception),
    read: ({ reason, endsAt, version }: ProlongValues) =>
      readBody(changePostureException.body, { reason, endsAt: endOf(endsAt, timeZone), version }),
    save: (body) => prolong.mutateAsync({ id, body }),
    onSaved: onClose,
    isOff: (_, isDirty) => !isDirty,
  })
  const loadNewer = async () => {
    const { data = [] } = await newest.refetch({ throwOnError: true })
    const found = data.find((each) => each.id === id)
    if (found) form.start(valuesOf(found))
    else onClose()
  }
  return (
    <FormDialog
      title="Prolong the accepted risk"
      form={form}
      submitLabel="Save"
      failureTitle="Not saved"
      newer={{ what: 'accepted risk', onLoad: loadNewer }}
      discardText="What you entered is not saved yet."
      onClose={onClose}
    >
      <TextAreaField
        form={form}
        name="reason"
        label="Reason"
        hint="At least 10 characters"
        maxLength={500}
        isRequired
      />
      <TextField
        form={form}
        name="endsAt"
        label="End date"
        hint="At most 12 months from today"
        isRequired
        input={{ type: 'date', min: days.first, max: days.last }}
      />
    </FormDialog>
  )
}
