import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
} from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { addTenant } from '@tenantscope/contract/onboarding'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'

import { InvitationLinks } from '../../features/consent/invitation-links.tsx'
import { call } from '../../lib/api.ts'
import { readBody } from '../../lib/body-problems.ts'
import { LIVE_CALL_TIMEOUT_MS, liveCallMessageOf } from '../../lib/live-call.ts'
import { SETUP, TENANT_DETAILS, TENANT_LIST, TENANT_PERMISSIONS } from '../../lib/tenant-data.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'
import { Text } from '../../ui/text.tsx'
import { TenantNextStep } from './tenant-next-step.tsx'
import type { Consenting } from './tenant-next-step.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '600px' },
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
})

type AddTenantProps = Consenting & Omit<AddTenantDialogProps, 'renderConsentSteps'>

/** Adds a tenant; its consent is requested here or by a link. */
export function AddTenant(props: AddTenantProps) {
  const { consents, isConnected, ...dialog } = props
  return (
    <AddTenantDialog
      {...dialog}
      renderConsentSteps={(tenant) => (
        <>
          <TenantNextStep
            tenant={tenant}
            consents={consents}
            isConnected={isConnected}
            onDeclined={dialog.onClose}
          />
          <Text as="p">
            No administrator of the tenant available? Send one of them an invitation link.
          </Text>
          <InvitationLinks tenantId={tenant.id} />
        </>
      )}
    />
  )
}

interface AddTenantDialogProps {
  tenants: readonly TenantListItem[]
  isOpen: boolean
  onClose: () => void
  /** The next steps for a tenant that has not consented. */
  renderConsentSteps: (tenant: TenantListItem) => ReactNode
}

/** Adds a tenant without a contract, and shows its next steps. */
export function AddTenantDialog({ isOpen, ...dialog }: AddTenantDialogProps) {
  const styles = useStyles()
  const [isSaving, setIsSaving] = useState(false)
  const close = () => {
    if (!isSaving) dialog.onClose()
  }
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={close}>Add tenant</ClosableTitle>
          <AddTenantSteps {...dialog} onSaving={setIsSaving} />
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

interface AddTenantStepsProps extends Omit<AddTenantDialogProps, 'isOpen'> {
  onSaving: (isSaving: boolean) => void
}

function AddTenantSteps({ tenants, onSaving, onClose, renderConsentSteps }: AddTenantStepsProps) {
  const [added, setAdded] = useState<AddedTenant | null>(null)
  if (added === null)
    return <AddTenantForm onAdded={setAdded} onSaving={onSaving} onCancel={onClose} />
  return (
    <AddedNotice
      added={asOfNow(added, tenants)}
      onAddAnother={() => setAdded(null)}
      onClose={onClose}
      renderConsentSteps={renderConsentSteps}
    />
  )
}

/** Consent may be granted while the dialog is open. */
function asOfNow(added: AddedTenant, tenants: readonly TenantListItem[]): AddedTenant {
  const tenant = tenants.find(({ id }) => id === added.tenant.id) ?? added.tenant
  return { ...added, tenant, isConsented: added.isConsented || tenant.consent.state === 'granted' }
}

interface AddTenantFormProps extends Pick<AddTenantStepsProps, 'onSaving'> {
  onAdded: (added: AddedTenant) => void
  onCancel: () => void
}

/** The form with the domain or ID of the tenant. */
function AddTenantForm({ onAdded, onSaving, onCancel }: AddTenantFormProps) {
  const styles = useStyles()
  const client = useQueryClient()
  const id = useId()
  const form = useSavedForm({
    initial: { domainOrId: '' },
    read: (values) => readBody(addTenant.body, values),
    save: async (body) => {
      const added = await call(
        addTenant,
        { body },
        { signal: AbortSignal.timeout(LIVE_CALL_TIMEOUT_MS) },
      )
      const keys = [TENANT_LIST, TENANT_DETAILS, TENANT_PERMISSIONS, SETUP]
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
      return added
    },
    onSaved: onAdded,
  })
  const { isSaving } = form
  useEffect(() => {
    onSaving(isSaving)
    return () => onSaving(false)
  }, [onSaving, isSaving])
  // Also when it comes back after a tenant was added.
  const [content, setContent] = useState<HTMLDivElement | null>(null)
  useEffect(() => content?.querySelector('input')?.focus(), [content])
  return (
    <>
      <DialogContent ref={setContent} className={styles.content}>
        <Text as="p">
          Tenants with a contract or a delegated relationship appear automatically. Add any other
          tenant here. It can be read once one of its administrators has granted consent.
        </Text>
        <Form form={form} id={id} failureTitle="Not added" failureText={liveCallMessageOf}>
          <TextField
            form={form}
            name="domainOrId"
            label="Domain or tenant ID"
            hint="Such as contoso.com, contoso.onmicrosoft.com, or the ID that the Entra admin center shows"
            input={{ dir: 'ltr', autoCapitalize: 'none', spellCheck: false }}
          />
        </Form>
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form} formId={id} savingLabel="Looking it up...">
          {form.failure === null ? 'Add tenant' : 'Try again'}
        </SubmitButton>
      </DialogActions>
    </>
  )
}

interface AddedNoticeProps extends Pick<AddTenantDialogProps, 'onClose' | 'renderConsentSteps'> {
  added: AddedTenant
  onAddAnother: () => void
}

/** The result, and the next step. */
function AddedNotice({ added, onAddAnother, onClose, renderConsentSteps }: AddedNoticeProps) {
  const styles = useStyles()
  const { tenant, isConsented } = added
  const [close, setClose] = useState<HTMLButtonElement | null>(null)
  // The field that had the focus is gone.
  useEffect(() => close?.focus(), [close])
  return (
    <>
      <DialogContent className={styles.content}>
        <Notice intent={isConsented ? 'success' : 'info'} title={titleOf(added)}>
          <TenantLink tenantId={tenant.id} wrap>
            {tenant.displayName}
          </TenantLink>{' '}
          {textOf(added)}
        </Notice>
        {!isConsented && renderConsentSteps(tenant)}
      </DialogContent>
      <DialogActions>
        <Button onClick={onAddAnother}>Add another</Button>
        <Button ref={setClose} appearance={isConsented ? 'primary' : 'secondary'} onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </>
  )
}

function titleOf({ isNew, isConsented }: AddedTenant): string {
  if (!isNew) return 'Already listed'
  return isConsented ? 'Tenant added' : 'Tenant added, consent is missing'
}

function textOf({ tenant, isNew, isConsented }: AddedTenant): string {
  if (isNew)
    return isConsented
      ? 'has granted consent and is being read now. Its name appears after the first read.'
      : 'is listed as Pending. It is read as soon as one of its administrators has granted consent.'
  if (!isConsented) return 'is already listed, but has not granted consent.'
  return tenant.dataAsOf === null
    ? 'is already listed and is being read.'
    : 'is already listed, with its stored data.'
}

type AddedTenant = CallReply<typeof addTenant>
