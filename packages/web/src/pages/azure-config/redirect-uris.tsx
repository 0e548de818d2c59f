import { makeStyles, Text, tokens } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { CopyField } from '../../ui/copy-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

const useStyles = makeStyles({
  note: { color: tokens.colorNeutralForeground2 },
})

/** The two addresses that the app registration has to know. */
export function RedirectUris({ uris }: { uris: AzureConfig['redirectUris'] }) {
  const styles = useStyles()
  return (
    <SectionCard title="Redirect URIs">
      <Text className={styles.note}>
        The app registration needs both, as redirect URIs of the platform Web.
      </Text>
      <CopyField label="Admin Consent Redirect URI" value={uris.adminConsent} />
      <CopyField label="Sign-in Redirect URI" value={uris.signIn} />
    </SectionCard>
  )
}
