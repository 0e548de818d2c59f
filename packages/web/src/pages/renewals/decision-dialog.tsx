import { useQuery, useQueryClient } from '@tanstack/react-query'
import { priceSourceText } from '@tenantscope/analysis/price-text'
import { RENEWALS } from '@tenantscope/contract/limits'
import {
  decideRenewal,
  RENEWAL_DECISION_NAMES,
  RENEWAL_EVENT_NAMES,
  RenewalDecisionKind,
} from '@tenantscope/contract/renewals'
import type { Renewal } from '@tenantscope/contract/renewals'
import { useState } from 'react'

import {
  renewalOwnersQuery,
  renewalsQuery,
  useDecideRenewal,
  useRemoveDecision,
} from '../../features/renewals/renewals.queries.ts'
import { readBody } from '../../lib/body-problems.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextAreaField } from '../../ui/form/text-area-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { Notice } from '../../ui/notice.tsx'

interface DecisionValues {
  kind: RenewalDecisionKind
  /** As typed. */
  reduceTo: string
  note: string
  ownerId: number
}

interface DecisionDialogProps {
  renewal: Renewal
  onClose: () => void
}

const KINDS = RenewalDecisionKind.options.map((value) => ({
  value,
  label: RENEWAL_DECISION_NAMES[value],
}))

/** Stores the decision for a renewal, or removes it. */
export function DecisionDialog({ renewal: opened, onClose }: DecisionDialogProps) {
  const user = useCurrentUser()
  const client = useQueryClient()
  const [renewal, setRenewal] = useState(opened)
  const { tenantId, subscriptionId, renewsAt, decision } = renewal
  const decide = useDecideRenewal({ tenantId, subscriptionId })
  const form = useSavedForm({
    initial: valuesOf(renewal, user.id),
    read: ({ kind, reduceTo, note, ownerId }: DecisionValues) =>
      readBody(decideRenewal.body, {
        renewsAt,
        kind,
        reduceTo: kind === 'reduce' ? numberOf(reduceTo) : null,
        note,
        ownerId,
        version: decision?.version ?? null,
      }),
    save: decide.mutateAsync,
    onSaved: onClose,
    isOff: (_, isDirty) => decision !== null && !isDirty,
  })
  const loadNewer = async () => {
    const { renewals } = await client.fetchQuery(renewalsQuery({ group: undefined }))
    const found = renewals.find(
      (each) => each.tenantId === tenantId && each.subscriptionId === subscriptionId,
    )
    if (found === undefined) {
      onClose()
      return
    }
    setRenewal(found)
    form.start(valuesOf(found, user.id))
  }
  return (
    <FormDialog
      title="Decide the renewal"
      form={form}
      submitLabel="Save decision"
      failureTitle="Not saved"
      newer={{ what: 'decision', onLoad: loadNewer }}
      discardText="What you entered is not saved yet."
      actions={decision && <RemoveButton renewal={renewal} onRemoved={onClose} />}
      onClose={onClose}
    >
      <RenewalFacts renewal={renewal} />
      <RadioField form={form} name="kind" label="Decision" options={KINDS} />
      {form.values.kind === 'reduce' && (
        <TextField
          form={form}
          name="reduceTo"
          label="Seats to keep"
          isRequired
          input={{ type: 'number', min: 1 }}
        />
      )}
      <OwnerField form={form} renewal={renewal} />
      <TextAreaField form={form} name="note" label="Note" maxLength={RENEWALS.noteLength} />
    </FormDialog>
  )
}

/** Null: not a number, which the contract reports. */
const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

function valuesOf(renewal: Renewal, userId: number): DecisionValues {
  const { decision } = renewal
  if (decision === null)
    return { kind: 'keep', reduceTo: suggestedSeats(renewal), note: '', ownerId: userId }
  const { kind, reduceTo, note, ownerId } = decision
  return {
    kind,
    reduceTo: reduceTo === null ? suggestedSeats(renewal) : String(reduceTo),
    note,
    ownerId: ownerId ?? userId,
  }
}

/** Suggests the number of seats without the removable ones. */
function suggestedSeats({ seats, removableSeats }: Renewal): string {
  if (seats === null || removableSeats === null || removableSeats === 0) return ''
  return seats > removableSeats ? String(seats - removableSeats) : ''
}

function RenewalFacts({ renewal }: { renewal: Renewal }) {
  const format = useFormat()
  const { tenantName, displayName, renewsAt, event, seats, monthlyCost, removableSeats } = renewal
  const { price } = renewal
  const known = (value: number | null, text: (value: number) => string = format.number) =>
    value === null ? 'Not known' : text(value)
  return (
    <FactList
      facts={[
        { label: 'Tenant', value: <ForeignText wrap>{tenantName}</ForeignText> },
        { label: 'License', value: <ForeignText wrap>{displayName}</ForeignText> },
        { label: RENEWAL_EVENT_NAMES[event], value: format.date(renewsAt) },
        { label: 'Seats', value: known(seats) },
        {
          label: 'Cost per month',
          value: known(monthlyCost, (cost) =>
            price === null
              ? format.money(cost)
              : `${format.money(cost, price.currency)} (${priceSourceText(price, { ...format, date: format.day })})`,
          ),
        },
        { label: 'Removable seats', value: known(removableSeats) },
      ]}
    />
  )
}

interface OwnerFieldProps {
  form: Parameters<typeof SelectField<DecisionValues, 'ownerId'>>[0]['form']
  renewal: Renewal
}

/** The owner: always the reader and the owner of before; administrators choose among the staff. */
function OwnerField({ form, renewal: { tenantId, decision } }: OwnerFieldProps) {
  const user = useCurrentUser()
  const owners = useQuery(renewalOwnersQuery(tenantId))
  const nameById = new Map<number, string>([
    [user.id, user.displayName ?? user.username],
    ...(decision === null || decision.ownerId === null
      ? []
      : [[decision.ownerId, decision.ownerName] as const]),
    ...(owners.data?.owners ?? []).map(({ userId, name }) => [userId, name] as const),
  ])
  return (
    <>
      {owners.isLoadingError && (
        <Notice
          intent="warning"
          title="The users could not be loaded"
          action={{ label: 'Try again', onClick: () => void owners.refetch() }}
        />
      )}
      <SelectField
        form={form}
        name="ownerId"
        label="Owner"
        options={[...nameById].map(([value, label]) => ({ value, label }))}
      />
    </>
  )
}

interface RemoveButtonProps {
  renewal: Renewal
  onRemoved: () => void
}

/** Removes the decision, so that the renewal is undecided. */
function RemoveButton({ renewal, onRemoved }: RemoveButtonProps) {
  const { tenantId, subscriptionId, renewsAt, decision } = renewal
  const remove = useRemoveDecision({ tenantId, subscriptionId })
  if (decision === null) return null
  const { version } = decision
  return (
    <ActionButton
      isBusy={remove.isPending}
      onClick={() => remove.mutate({ renewsAt, version }, { onSuccess: onRemoved })}
    >
      Remove decision
    </ActionButton>
  )
}
