import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  Text,
  makeStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { roleReaches } from '@tenantscope/contract/roles'
import type { StoredTenantSettings } from '@tenantscope/contract/tenant-settings'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'
import type { ComponentProps } from 'react'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { tenantListQuery } from '../../../lib/tenant-list.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import type { EditState } from '../../../ui/form/use-saved-form.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx'
import { tagsOf } from '../tenant-filter.ts'
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

/** The settings of a tenant: alias, tags, spare seats and reading. */
export function TenantSettingsDialog({ tenant, isOpen, onClose }: TenantSettingsDialogProps) {
  const styles = useStyles()
  const [editState, setEditState] = useState<EditState>('unchanged')
  const { unlessDirty, question } = useDiscardQuestion(editState, {
    text: 'Your changes to these settings are not saved yet.',
  })
  const close = () => {
    setEditState('unchanged')
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
              onEdit={setEditState}
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

type SettingsProps = Pick<
  ComponentProps<typeof SettingsForm>,
  'tenant' | 'onEdit' | 'onSaved' | 'onCancel'
>

function Settings(props: SettingsProps) {
  const { tenant, onEdit, onCancel } = props
  const styles = useStyles()
  const { role } = useCurrentUser()
  const settings = useQuery(tenantSettingsQuery(tenant.id))
  const licenses = useTenantLicenses(tenant)
  const knownTags = tagsOf(useQuery(tenantListQuery({ isQuiet: true })).data?.tenants ?? [])
  // Which reading of the settings the fields began with.
  const [reading, setReading] = useState(0)
  const loadNewer = async () => {
    await settings.refetch({ throwOnError: true })
    onEdit('unchanged')
    setReading((count) => count + 1)
  }
  // Also after a failed reread: the form keeps what was entered.
  if (settings.data !== undefined && roleReaches(role, 'technician'))
    return (
      <SettingsForm
        key={reading}
        {...props}
        stored={settings.data}
        licenses={licenses}
        knownTags={knownTags}
        onLoadNewer={loadNewer}
      />
    )
  return (
    <>
      <DialogContent className={styles.facts}>
        {settings.isPending && <PageSpinner text="Loading settings..." />}
        {settings.isError && <LoadFailed title="Failed to load the settings" query={settings} />}
        {settings.isSuccess && <SettingsFacts stored={settings.data} licenses={licenses} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Close</Button>
      </DialogActions>
    </>
  )
}

/** Returns the licenses: undefined while they load, null when they could not be read. */
function useTenantLicenses({ id }: TenantListItem) {
  const { data, isError } = useQuery(tenantLicensesQuery(id))
  if (isError || (data && data.failure !== null && data.licenses.length === 0)) return null
  return data?.licenses
}

interface SettingsFactsProps {
  stored: StoredTenantSettings
  licenses: readonly TenantLicense[] | null | undefined
}

/** The settings for people who may not change them. */
function SettingsFacts({ stored, licenses }: SettingsFactsProps) {
  const format = useFormat()
  const { alias, tags, spareSeats } = stored.settings
  const nameOf = (wanted: string) =>
    licenses?.find(({ skuId }) => skuId === wanted)?.displayName ?? wanted
  return (
    <>
      <Text>Technicians and administrators can change these.</Text>
      <FactList
        facts={[
          { label: 'Alias', value: <ForeignText wrap>{alias ?? 'None'}</ForeignText> },
          {
            label: 'Tags',
            value: <ForeignText wrap>{tags.length === 0 ? 'None' : tags.join(', ')}</ForeignText>,
          },
          {
            label: 'Spare seats kept on purpose',
            value:
              spareSeats.length === 0
                ? 'None'
                : spareSeats.map(({ skuId, seats, reason }) => (
                    <div key={skuId}>
                      <ForeignText wrap>
                        {`${nameOf(skuId)}: ${format.number(seats)}, ${reason}`}
                      </ForeignText>
                    </div>
                  )),
          },
          { label: 'Reading', value: stored.isReadingStopped ? 'Stopped' : 'On' },
        ]}
      />
    </>
  )
}
