import { useQuery } from '@tanstack/react-query'
import { KIND_NAMES } from '@tenantscope/analysis/checks/evidence-text'
import type { CallInput } from '@tenantscope/contract/endpoint'
import type { CheckId, TenantCheck } from '@tenantscope/contract/posture'
import { createPostureException } from '@tenantscope/contract/posture-exceptions'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { readBody } from '../../../lib/body-problems.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { useTimeZone } from '../../../lib/preferences.ts'
import { tenantGroupsQuery } from '../../../lib/tenant-groups.queries.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextAreaField } from '../../../ui/form/text-area-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { SavedForm } from '../../../ui/form/use-saved-form.ts'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { Text } from '../../../ui/text.tsx'
import { endDays, endOf } from './end-date.ts'
import { useAcceptRisk } from './posture.queries.ts'

interface AcceptRiskValues {
  scope: 'tenant' | 'group' | 'all'
  groupId: string
  /** Empty: the complete check. */
  objectId: string
  reason: string
  /** A day; the risk is accepted until its end. */
  endsAt: string
}

interface AcceptRiskDialogProps {
  tenant: TenantListItem
  checkId: CheckId
  found: TenantCheck
  onClose: () => void
}

/** Accepts the risk of a failed check until a date; a refusal leaves the form as it is. */
export function AcceptRiskDialog({ tenant, checkId, found, onClose }: AcceptRiskDialogProps) {
  const { role } = useCurrentUser()
  const timeZone = useTimeZone()
  const [days] = useState(() => endDays(new Date(), timeZone))
  const accept = useAcceptRisk()
  const form = useSavedForm({
    initial: { scope: 'tenant', groupId: '', objectId: '', reason: '', endsAt: days.usual },
    read: (values: AcceptRiskValues) =>
      readBody(createPostureException.body, {
        scope: scopeOf(values, tenant),
        checkId,
        objectId: values.scope === 'tenant' && values.objectId !== '' ? values.objectId : null,
        reason: values.reason,
        endsAt: endOf(values.endsAt, timeZone),
      } satisfies Record<keyof CallInput<typeof createPostureException>['body'], unknown>),
    save: accept.mutateAsync,
    onSaved: onClose,
    fieldOf: (field) => (field === 'scope.groupId' ? 'groupId' : field),
  })
  return (
    <FormDialog
      title="Accept the risk"
      form={form}
      submitLabel="Accept the risk"
      failureTitle="Not accepted"
      discardText="What you entered is not saved yet."
      onClose={onClose}
    >
      <Text as="p" muted>
        '{found.title}' counts as an accepted risk until the end date. Then it fails again, and you
        are notified.
      </Text>
      {roleReaches(role, 'admin') && <ScopeFields form={form} tenant={tenant} />}
      {form.values.scope === 'tenant' && <ObjectField form={form} found={found} />}
      <TextAreaField
        form={form}
        name="reason"
        label="Reason"
        hint="At least 10 characters, such as who decided it and why."
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

function scopeOf({ scope, groupId }: AcceptRiskValues, tenant: TenantListItem) {
  if (scope === 'tenant') return { kind: scope, tenantId: tenant.id }
  return scope === 'group' ? { kind: scope, groupId } : { kind: scope }
}

interface AcceptRiskFieldsProps {
  form: SavedForm<AcceptRiskValues>
}

/** For which tenants an administrator accepts the risk. */
function ScopeFields({ form, tenant }: AcceptRiskFieldsProps & { tenant: TenantListItem }) {
  const { data: groups = NO_GROUPS } = useQuery(tenantGroupsQuery)
  const own = groups.filter(({ tenantIds }) => tenantIds.includes(tenant.id))
  const [first] = own
  return (
    <>
      <SelectField
        form={{
          ...form,
          change: (changes) =>
            form.change(
              changes.scope === 'group'
                ? { ...changes, groupId: String(first?.id ?? '') }
                : changes,
            ),
        }}
        name="scope"
        label="Applies to"
        options={[
          { value: 'tenant', label: `Only ${tenant.displayName}` },
          ...(own.length > 0
            ? [{ value: 'group' as const, label: 'All tenants of a tenant group' }]
            : []),
          { value: 'all', label: 'All tenants' },
        ]}
      />
      {form.values.scope === 'group' && (
        <SelectField
          form={form}
          name="groupId"
          label="Tenant group"
          options={own.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </>
  )
}

const NO_GROUPS: readonly TenantGroup[] = []

/** With more failing objects than that, only the complete check can be accepted (docs/posture.md, Exceptions). */
const MOST_OBJECTS = 1_000

/** The complete check, or one of the objects that are listed. */
function ObjectField({ form, found }: AcceptRiskFieldsProps & { found: TenantCheck }) {
  const objects = found.objects.filter(({ isExcepted }) => !isExcepted)
  if (objects.length === 0 || found.objects.length + found.more > MOST_OBJECTS) return null
  return (
    <SelectField
      form={form}
      name="objectId"
      label="What is accepted"
      hint={found.more > 0 ? 'Only the objects that are listed can be chosen.' : undefined}
      options={[
        { value: '', label: 'The complete check' },
        ...objects.map(({ id, kind, name }) => ({
          value: id,
          label: `${KIND_NAMES[kind]}: ${name ?? id}`,
        })),
      ]}
    />
  )
}
