import { Button, makeStyles } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { SAVED_BANNER_MS } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent, useState } from 'react'

import { AppRegistration } from '../../features/app-registration/app-registration.tsx'
import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import { useConsent } from '../../features/consent/use-consents.ts'
import { SetupChecklist } from '../../features/setup/setup-card.tsx'
import { isConnected } from '../../lib/azure-config.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { TwoColumns } from '../../ui/two-columns.tsx'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { CREDENTIAL_NAMES } from './connection-values.ts'
import { CredentialExpiryBar } from './credential-expiry-bar.tsx'

const useStyles = makeStyles({
  list: { paddingInlineStart: '20px', listStyleType: 'decimal' },
  progress: { alignSelf: 'stretch', ':empty': { display: 'none' } },
})

/** The connection form or facts, the values for the portal, and the status at Microsoft. */
export function AzureConfigView({ config, onSaved }: { config: AzureConfig; onSaved: () => void }) {
  const { isAdmin } = useCurrentUser()
  // Counts, so that saving again shows it again for its whole time.
  const [saves, setSaves] = useState({ count: 0, isTold: true })
  return (
    <>
      <SetupChecklist />
      <CredentialExpiryBar stored={config} />
      <TwoColumns>
        <Stack gap={16}>
          {isAdmin ? (
            <ConnectionForm
              loaded={config}
              onSaved={() => {
                setSaves({ count: saves.count + 1, isTold: false })
                onSaved()
              }}
            >
              {!saves.isTold && (
                <SavedBanner
                  key={saves.count}
                  onGone={() => setSaves({ ...saves, isTold: true })}
                />
              )}
            </ConnectionForm>
          ) : (
            <ConnectionFacts stored={config} />
          )}
        </Stack>
        <Stack gap={16}>
          <ConnectionStatus stored={config} />
          <RedirectUris uris={config.redirectUris} />
          {isAdmin && <SetupSteps />}
        </Stack>
      </TwoColumns>
      {isConnected(config) && <AppRegistration OwnConsent={OwnConsent} />}
    </>
  )
}

/** Says for a moment that the connection is stored. */
function SavedBanner({ onGone }: { onGone: () => void }) {
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    const timer = setTimeout(() => leave(), SAVED_BANNER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Notice intent="success">
      Azure configuration saved successfully! You can now refresh tenant data.
    </Notice>
  )
}

/** The two addresses that the app registration has to know. */
function RedirectUris({ uris }: { uris: AzureConfig['redirectUris'] }) {
  return (
    <SectionCard title="Redirect URIs">
      <Text muted>Add both to the app registration as redirect URIs of the platform Web.</Text>
      <CopyField label="Admin Consent Redirect URI" value={uris.adminConsent} />
      <CopyField label="Sign-in redirect URI" value={uris.signIn} />
    </SectionCard>
  )
}

/** The way to an app registration in short; the whole of it has a page of its own. */
function SetupSteps() {
  const styles = useStyles()
  return (
    <SectionCard title="Setup steps">
      <Stack as="ol" gap={8} className={styles.list}>
        <li>Register an application for accounts in any organizational directory.</li>
        <li>Add both redirect URIs, platform Web.</li>
        <li>Create a client secret, or upload a certificate.</li>
        <li>Add the application permissions of Microsoft Graph.</li>
        <li>Grant admin consent in your own directory.</li>
        <li>Enter the IDs and the credential here, and save.</li>
      </Stack>
      <div>
        <AppLink to="/azure-redirect-setup">Every step in detail, with a manifest to paste</AppLink>
      </div>
    </SectionCard>
  )
}

/** The status of the stored connection; nothing before there is one. */
function ConnectionStatus({ stored }: { stored: AzureConfig }) {
  const format = useFormat()
  if (stored.version === null) return null
  return (
    <SectionCard title="Connection status">
      <FactList
        facts={[
          { label: 'Credential', value: CREDENTIAL_NAMES[stored.credentialKind] },
          ...expiryFact(stored, format),
          { label: 'Last saved', value: <LastSaved stored={stored} /> },
        ]}
      />
    </SectionCard>
  )
}

function LastSaved({ stored: { updatedBy, updatedAt } }: { stored: AzureConfig }) {
  const format = useFormat()
  if (updatedAt === null) return 'Not known'
  return (
    <>
      {format.dateTime(updatedAt)}
      {updatedBy !== null && (
        <>
          {' by '}
          <ForeignText wrap>{updatedBy}</ForeignText>
        </>
      )}
    </>
  )
}

/** The platform renews federated tokens by itself. */
function expiryFact({ credentialKind, credentialExpiresAt }: AzureConfig, format: Format) {
  if (credentialKind === 'federated') return []
  const value =
    credentialExpiresAt === null
      ? 'Not known: not returned by the directory yet'
      : format.dateTime(credentialExpiresAt)
  return [{ label: 'Credential expires', value }]
}

interface OwnConsentProps {
  onConsent: () => void
}

/** Lets an administrator agree for the own directory; others learn whom to ask (decisions.md, Roles). */
export function OwnConsent({ onConsent }: OwnConsentProps) {
  const { isAdmin } = useCurrentUser()
  if (isAdmin) return <GrantButton onConsent={onConsent} />
  return <Text as="p">An administrator of Tenantscope can grant it here.</Text>
}

function GrantButton({ onConsent }: OwnConsentProps) {
  const styles = useStyles()
  const { start, ...consent } = useConsent({
    tenantId: null,
    popup: 'page',
    onSettled: ({ state }) => {
      if (state === 'succeeded') onConsent()
    },
  })
  return (
    <>
      <Button appearance="primary" disabledFocusable={consent.phase !== 'idle'} onClick={start}>
        Grant Admin Consent
      </Button>
      <div className={styles.progress}>
        <ConsentProgress {...consent} />
      </div>
    </>
  )
}
