import { makeStyles } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { useState } from 'react'

import { AppRegistration } from '../../features/app-registration/app-registration.tsx'
import { SetupChecklist } from '../../features/setup/setup-checklist.tsx'
import { isConnected } from '../../lib/azure-config.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { TWO_COLUMNS_STYLE } from '../../ui/two-columns-style.ts'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { CredentialExpiryBar } from './credential-expiry-bar.tsx'
import { OwnConsent } from './own-consent.tsx'
import { RedirectUris } from './redirect-uris.tsx'
import { SavedBanner } from './saved-banner.tsx'
import { SetupSteps } from './setup-steps.tsx'

const useStyles = makeStyles({
  columns: TWO_COLUMNS_STYLE,
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})

interface AzureConfigViewProps {
  config: AzureConfig
  onSaved: () => void
}

/** The connection to change or to see, what the portal needs to know, and how it stands at Microsoft. */
export function AzureConfigView({ config, onSaved }: AzureConfigViewProps) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  // Counts, so that saving again shows it again for its whole time.
  const [saves, setSaves] = useState({ count: 0, isTold: true })
  return (
    <>
      <SetupChecklist />
      <CredentialExpiryBar stored={config} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {isAdmin ? (
            <ConnectionForm
              newest={config}
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
        </div>
        <div className={styles.column}>
          <ConnectionStatus stored={config} />
          <RedirectUris uris={config.redirectUris} />
          {isAdmin && <SetupSteps />}
        </div>
      </div>
      {isConnected(config) && <AppRegistration OwnConsent={OwnConsent} />}
    </>
  )
}
