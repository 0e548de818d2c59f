import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { saveAzureConfig } from '@tenantscope/contract/azure'
import type { ReactNode } from 'react'
import { useState } from 'react'

import { expireTenantData } from '../../features/refresh/expire-tenant-data.ts'
import { useFollowedRun } from '../../features/refresh/use-refresh.ts'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { azureConfigQuery, cloudOf } from '../../lib/azure-config.ts'
import { CONNECTION_REFUSAL } from '../../lib/connection-refusal.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { runFresh } from '../../lib/run-fresh.ts'
import { signInOptionsQuery } from '../../lib/sign-in-options.ts'
import { SETUP, TENANT_LIST, TENANT_PERMISSIONS } from '../../lib/tenant-data.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { SavedForm } from '../../ui/form/use-saved-form.ts'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { LeavingQuestion } from '../../ui/leaving-question.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { CloudGaps } from './connection-facts.tsx'
import type { ConnectionValues } from './connection-values.ts'
import { readConnection, valuesOf } from './connection-values.ts'
import { CredentialFields } from './credential-fields.tsx'

const UnprovenNotice = lazyPart(async () => (await import('./unproven-notice.tsx')).UnprovenNotice)

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '20px',
    minWidth: 0,
    maxWidth: '760px',
  },
  id: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  buttons: {
    marginTop: '4px',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})

interface ConnectionFormProps {
  /** The connection as last read. */
  loaded: AzureConfig
  onSaved: () => void
  /** Under the buttons. */
  children?: ReactNode
}

/** The connection in fields, each with its problem (specification section 5). */
export function ConnectionForm({ loaded, onSaved, children }: ConnectionFormProps) {
  const styles = useStyles()
  const navigate = useNavigate()
  const { form, stored, loadNewer } = useConnectionForm(loaded, { onSaved })
  return (
    <SectionCard title="App registration">
      <Form
        form={form}
        label="Microsoft connection"
        className={styles.form}
        failureText={(error) =>
          isUnproven(error) ? undefined : `Failed to save configuration: ${messageOf(error)}`
        }
        newer={{ what: 'connection', onLoad: loadNewer }}
        actions={
          <>
            <Stack row wrap gap={8} className={styles.buttons}>
              <SubmitButton form={form}>Save Configuration</SubmitButton>
              <Button disabled={form.isSaving} onClick={() => void navigate({ to: '/' })}>
                Cancel
              </Button>
            </Stack>
            {children}
          </>
        }
      >
        <ConnectionFields form={form} stored={stored} />
      </Form>
      {isUnproven(form.failure) && (
        <LaterPart>
          <UnprovenNotice
            message={messageOf(form.failure)}
            isFirst={stored.version === null}
            onSave={() => form.submit({ saveUnproven: true })}
          />
        </LaterPart>
      )}
      <LeavingQuestion isDirty={form.isDirty} what="the Microsoft connection" />
    </SectionCard>
  )
}

const isUnproven = (error: unknown): boolean =>
  error instanceof ApiError && error.body?.code === 'CONNECTION_UNPROVEN'

/** Specification section 8. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Unknown error'
  return error.body !== null || error.status === 0 ? error.userMessage : 'Unknown error'
}

interface ConnectionFieldsProps {
  form: SavedForm<ConnectionValues>
  stored: AzureConfig
}

function ConnectionFields({ form, stored }: ConnectionFieldsProps) {
  const styles = useStyles()
  const { cloud } = form.values
  const chosen = cloudOf(stored, cloud)
  const input = { input: { className: styles.id }, spellCheck: false, placeholder: GUID }
  return (
    <>
      <TextField
        form={form}
        name="clientId"
        label="Application (Client) ID"
        hint="Both IDs are on the overview page of the app registration."
        input={input}
      />
      <TextField form={form} name="tenantId" label="Directory (Tenant) ID" input={input} />
      <CredentialFields form={form} stored={stored} />
      <Stack gap={8}>
        <SelectField
          form={form}
          name="cloud"
          label="Microsoft cloud"
          options={stored.clouds.map(({ cloud: value, name }) => ({ value, label: name }))}
        />
        {stored.version !== null && cloud !== stored.cloud && (
          <Text variant="caption" muted>
            Another cloud needs its own app registration: enter its IDs and credential.
          </Text>
        )}
        {chosen && <CloudGaps cloud={chosen} />}
      </Stack>
    </>
  )
}

const GUID = '00000000-0000-0000-0000-000000000000'

/** Returns the form of the connection; saving follows the refresh that begins with it. */
function useConnectionForm(loaded: AzureConfig, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  const { followOwn } = useFollowedRun('all')
  // What the form started with: a connection that is read later must not change it.
  const [stored, setStored] = useState(loaded)
  const form = useSavedForm({
    initial: valuesOf(loaded),
    read: (values) => readConnection(values, stored),
    save: (body) => runFresh(() => call(saveAzureConfig, { body })),
    onSaved: ({ runId, ...saved }) => {
      client.setQueryData(azureConfigQuery({ isQuiet: false }).queryKey, saved)
      expireWhatDependsOnIt(client)
      if (runId !== null) followOwn(runId)
      take(saved)
      onSaved()
    },
  })
  const take = (newer: AzureConfig) => {
    setStored(newer)
    form.start(valuesOf(newer))
  }
  const loadNewer = async () => take(await client.fetchQuery(azureConfigQuery({ isQuiet: false })))
  return { form, stored, loadNewer }
}

/** With another connection other tenants are read, with other permissions, by other people. */
function expireWhatDependsOnIt(client: QueryClient): void {
  expireTenantData(client, 0)
  for (const queryKey of [
    [TENANT_LIST],
    [TENANT_PERMISSIONS],
    [SETUP],
    [CONNECTION_REFUSAL],
    signInOptionsQuery.queryKey,
  ])
    void client.invalidateQueries({ queryKey })
}
