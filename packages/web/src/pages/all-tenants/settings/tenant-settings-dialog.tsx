import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { roleReaches } from '@tenantscope/contract/roles'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { tenantListQuery } from '../../../lib/tenant-list.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx'
import { tagsOf } from '../tenant-filter.ts'
import { SettingsFacts } from './settings-facts.tsx'
import { SettingsForm } from './settings-form.tsx'
import { tenantLicensesQuery, tenantSettingsQuery } from './tenant-settings.queries.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '600px' },
  title: {
    minWidth: 0,
    // A name of 200 characters must not push the fields out of the dialog.
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
  },
  facts: { display: 'flex', flexDirection: 'column', gap: '16px', padding: '8px 0 16px' },
})

interface TenantSettingsDialogProps {
  tenant: TenantListItem
  isOpen: boolean
  onClose: () => void
}

/** What staff say of a tenant, and whether it is read. */
export function TenantSettingsDialog({ tenant, isOpen, onClose }: TenantSettingsDialogProps) {
  const styles = useStyles()
  const [isDirty, setIsDirty] = useState(false)
  const { unlessDirty, question } = useDiscardQuestion(isDirty, {
    text: 'What you changed in these settings is not saved yet.',
  })
  const close = () => {
    setIsDirty(false)
    onClose()
  }
  const requestClose = () => unlessDirty(close)
  return (
    <>
      <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody>
            <ClosableTitle onClose={requestClose}>
              <span className={styles.title}>
                Settings of <ForeignText wrap>{tenant.displayName}</ForeignText>
              </span>
            </ClosableTitle>
            <Settings
              tenant={tenant}
              onDirty={setIsDirty}
              onSaved={close}
              onCancel={requestClose}
            />
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {question}
    </>
  )
}

interface SettingsProps {
  tenant: TenantListItem
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

function Settings({ tenant, onDirty, onSaved, onCancel }: SettingsProps) {
  const styles = useStyles()
  const { role } = useCurrentUser()
  const settings = useQuery(tenantSettingsQuery(tenant.id))
  const licenses = useTenantLicenses(tenant)
  const knownTags = tagsOf(useQuery(tenantListQuery({ isQuiet: true })).data?.tenants ?? [])
  // Which reading of the settings the fields began with.
  const [reading, setReading] = useState(0)
  const loadNewer = async () => {
    await settings.refetch()
    onDirty(false)
    setReading((count) => count + 1)
  }
  if (settings.isSuccess && roleReaches(role, 'technician'))
    return (
      <SettingsForm
        key={reading}
        tenant={tenant}
        stored={settings.data}
        licenses={licenses}
        knownTags={knownTags}
        onDirty={onDirty}
        onLoadNewer={() => void loadNewer()}
        onSaved={onSaved}
        onCancel={onCancel}
      />
    )
  return (
    <>
      <DialogContent className={styles.facts}>
        {settings.isPending && <PageSpinner text="Loading settings..." />}
        {settings.isError && (
          <LoadFailed
            title="Failed to load the settings"
            message={userMessageOf(settings.error)}
            requestId={requestIdOf(settings.error)}
            onRetry={() => void settings.refetch()}
          />
        )}
        {settings.isSuccess && <SettingsFacts stored={settings.data} licenses={licenses} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Close</Button>
      </DialogActions>
    </>
  )
}

/** Undefined while they load; null where they could not be loaded, or the tenant refused them. */
function useTenantLicenses({ id }: TenantListItem) {
  const { data, isError } = useQuery(tenantLicensesQuery(id))
  if (isError || (data && data.failure !== null && data.licenses.length === 0)) return null
  return data?.licenses
}
