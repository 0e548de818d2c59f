import { Button, Field, makeStyles } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { eraseTenant } from '@tenantscope/contract/system'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { call } from '../../../lib/api.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { rereadTenants } from '../../../lib/tenant-data.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { TenantCombobox } from '../../../ui/tenant-combobox.tsx'
import { Text } from '../../../ui/text.tsx'

const useStyles = makeStyles({
  intro: { maxWidth: '720px' },
  choice: { flex: '1 1 280px', maxWidth: '420px' },
})

/** Removes everything that is stored of a tenant. */
export function EraseCard() {
  const styles = useStyles()
  const [chosen, setChosen] = useState<TenantListItem | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  return (
    <SectionCard title="Erase a tenant's data">
      <Text as="p" muted className={styles.intro}>
        Removes all stored data of a tenant: read data, history, reports, share links, settings and
        grants. The audit keeps only the tenant's ID. This cannot be undone.
      </Text>
      <Stack row wrap align="end" gap={12}>
        <Field className={styles.choice} label="Tenant">
          <TenantCombobox
            label="Tenant"
            placeholder="Search by name, domain or ID"
            chosen={chosen}
            onChoose={setChosen}
          />
        </Field>
        <Button
          {...RETURNS_FOCUS}
          disabledFocusable={chosen === null}
          onClick={() => chosen && setIsAsked(true)}
        >
          Erase...
        </Button>
      </Stack>
      {isAsked && chosen !== null && (
        <EraseDialog
          tenant={chosen}
          onClose={() => setIsAsked(false)}
          onErased={() => {
            setIsAsked(false)
            setChosen(null)
          }}
        />
      )}
    </SectionCard>
  )
}

interface EraseDialogProps {
  tenant: TenantListItem
  onClose: () => void
  onErased: () => void
}

function EraseDialog({ tenant, onClose, onErased }: EraseDialogProps) {
  const client = useQueryClient()
  const form = useSavedForm({
    initial: { name: '' },
    read: (values) => ({ input: values }),
    save: async (body) => {
      try {
        const { message } = await runFresh(() =>
          call(eraseTenant, { params: { tenantId: tenant.id }, body }),
        )
        await rereadTenants(client)
        showToast({ intent: 'success', title: 'Erased', text: message })
      } catch (error) {
        failureToast('Erase failed')(error)
        throw error
      }
    },
    isOff: ({ name }) => name.trim() !== tenant.displayName.trim(),
    onSaved: onErased,
  })
  return (
    <FormDialog
      title="Erase this tenant's data?"
      form={form}
      submitLabel="Erase"
      savingLabel="Erasing..."
      onClose={onClose}
    >
      <Text as="p" breakable>
        All stored data of <strong>{tenant.displayName}</strong> will be permanently removed: read
        data, history, reports, share links, settings and grants.
      </Text>
      <TextField
        form={form}
        name="name"
        label="Type the tenant's name to confirm"
        input={{ spellCheck: false }}
      />
    </FormDialog>
  )
}
