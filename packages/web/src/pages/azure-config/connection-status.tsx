import type { AzureConfig } from '@tenantscope/contract/azure'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { CREDENTIAL_NAMES } from './credential-names.ts'

/** How the stored connection stands; nothing before there is one. */
export function ConnectionStatus({ stored }: { stored: AzureConfig }) {
  const format = useFormat()
  if (stored.version === null) return null
  return (
    <SectionCard title="Connection status">
      <FactList
        facts={[
          {
            label: 'Last successful token',
            value:
              stored.lastSuccessAt === null ? 'None yet' : format.dateTime(stored.lastSuccessAt),
          },
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
      ? 'Not known: the directory has not told it yet'
      : format.dateTime(credentialExpiresAt)
  return [{ label: 'Credential expires', value }]
}
