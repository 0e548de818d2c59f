import { makeStyles, tokens } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { useId } from 'react'

import { cloudOf } from '../../lib/azure-config.ts'
import { useFormat } from '../../lib/preferences.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { CREDENTIAL_NAMES } from './connection-values.ts'

const useStyles = makeStyles({
  id: { display: 'inline-flex', alignItems: 'center', gap: '4px', maxWidth: '100%' },
  whole: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  list: { margin: '4px 0 0', paddingInlineStart: '16px', listStyleType: 'disc' },
})

/** The connection for people who may not change it; never its secret. */
export function ConnectionFacts({ stored }: { stored: AzureConfig }) {
  const cloud = cloudOf(stored)
  return (
    <SectionCard title="App registration">
      <Notice intent="info">
        {stored.version === null
          ? 'Tenantscope is not connected to Microsoft yet. Administrators of Tenantscope can connect it here.'
          : 'Only administrators of Tenantscope can change the Microsoft connection.'}
      </Notice>
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
      <Text variant="caption" mono>
        {text}
      </Text>
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

/** Shows the features that a cloud lacks, and the consequences; empty for the complete one. */
export function CloudGaps({ cloud }: { cloud: AzureConfig['clouds'][number] }) {
  const styles = useStyles()
  const id = useId()
  if (cloud.lacks.length === 0) return null
  return (
    <section className={styles.whole} aria-labelledby={id}>
      <Text as="h3" variant="strong" id={id}>
        What {cloud.name} lacks
      </Text>
      <Stack as="ul" gap={4} className={styles.list}>
        {cloud.lacks.map(({ name, consequence }) => (
          <li key={name}>
            {name} <Text muted>– {consequence}</Text>
          </li>
        ))}
      </Stack>
    </section>
  )
}

/** The values to compare with the portal. */
export function CertificateFacts({
  certificate,
}: {
  certificate: NonNullable<AzureConfig['certificate']>
}) {
  const format = useFormat()
  return (
    <FactList
      facts={[
        { label: 'Subject', value: <ForeignText wrap>{certificate.subject}</ForeignText> },
        {
          label: 'Thumbprint',
          value: (
            <Text variant="caption" mono>
              {certificate.thumbprint}
            </Text>
          ),
        },
        { label: 'Expires', value: format.dateTime(certificate.expiresAt) },
      ]}
    />
  )
}
