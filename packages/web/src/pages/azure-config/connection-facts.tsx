import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { cloudOf } from '../../lib/azure-config.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { CertificateFacts } from './certificate-facts.tsx'
import { CloudGaps } from './cloud-gaps.tsx'
import { CREDENTIAL_NAMES } from './credential-names.ts'

const useStyles = makeStyles({
  id: { display: 'inline-flex', alignItems: 'center', gap: '4px', maxWidth: '100%' },
  idText: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
})

/** The connection for people who may not change it; never its secret. */
export function ConnectionFacts({ stored }: { stored: AzureConfig }) {
  const cloud = cloudOf(stored)
  return (
    <SectionCard title="App registration">
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          {stored.version === null
            ? 'Tenantscope is not connected to Microsoft yet. Administrators of Tenantscope can connect it here.'
            : 'Only administrators of Tenantscope can change the Microsoft connection.'}
        </MessageBarBody>
      </MessageBar>
      {stored.version !== null && (
        <FactList
          facts={[
            {
              label: 'Application (Client) ID',
              value: <Id text={stored.clientId} label="Copy Application (Client) ID" />,
            },
            {
              label: 'Directory (Tenant) ID',
              value: <Id text={stored.tenantId} label="Copy Directory (Tenant) ID" />,
            },
            { label: 'Credential', value: credentialText(stored) },
            { label: 'Microsoft cloud', value: cloud?.name ?? stored.cloud },
          ]}
        />
      )}
      {stored.credentialKind === 'certificate' && stored.certificate !== null && (
        <CertificateFacts certificate={stored.certificate} />
      )}
      {cloud && <CloudGaps cloud={cloud} />}
    </SectionCard>
  )
}

function Id({ text, label }: { text: string; label: string }) {
  const styles = useStyles()
  return (
    <span className={styles.id}>
      <span className={styles.idText}>{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}

function credentialText({ credentialKind, clientSecret }: AzureConfig): string {
  if (credentialKind !== 'secret') return CREDENTIAL_NAMES[credentialKind]
  return clientSecret === ''
    ? 'Client secret, none stored'
    : 'Client secret, stored and never shown'
}
