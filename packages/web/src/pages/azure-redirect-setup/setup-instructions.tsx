import { makeStyles, Text, tokens } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { AppLink } from '../../ui/app-link.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { PermissionTable } from './permission-table.tsx'
import { SetupStep } from './setup-step.tsx'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  note: { color: tokens.colorNeutralForeground2 },
})

/** From nothing to an app registration that every tenant can agree to. */
export function SetupInstructions({ uris }: { uris: AzureConfig['redirectUris'] }) {
  const styles = useStyles()
  return (
    <SectionCard title="Register the application">
      <ol className={styles.list}>
        <SetupStep title="Create an app registration">
          <Text>
            In Azure Portal open <b>Microsoft Entra ID</b>, <b>App registrations</b>,{' '}
            <b>New registration</b>. Give it a name that your customers will recognize: they read it
            when they agree.
          </Text>
        </SetupStep>
        <SetupStep title="Choose the supported account types">
          <Text>
            <b>Accounts in any organizational directory (Multitenant)</b>. With any other choice no
            tenant but your own can agree.
          </Text>
        </SetupStep>
        <SetupStep title="Add both redirect URIs">
          <Text>
            Under <b>Authentication</b>, <b>Add a platform</b>, <b>Web</b>. Both have to be there
            letter by letter.
          </Text>
          <CopyField label="Admin Consent Redirect URI" value={uris.adminConsent} />
          <CopyField label="Sign-in Redirect URI" value={uris.signIn} />
        </SetupStep>
        <SetupStep title="Make a client secret, or upload a certificate">
          <Text>
            Under <b>Certificates &amp; secrets</b>. Copy the <b>Value</b> of a secret at once, not
            its Secret ID: it is never shown again. Note when it ends: nothing can be read after
            that.
          </Text>
        </SetupStep>
        <SetupStep title="Add the application permissions">
          <Text>
            Under <b>API permissions</b>, <b>Add a permission</b>, <b>Microsoft Graph</b>,{' '}
            <b>Application permissions</b>. All of them only read.
          </Text>
          <PermissionTable />
        </SetupStep>
        <SetupStep title="Send directory roles with a sign-in">
          <Text>
            In <b>Manifest</b> set <b>groupMembershipClaims</b> to <b>&quot;DirectoryRole&quot;</b>,
            so that a person who signs in brings their directory roles along.
          </Text>
        </SetupStep>
        <SetupStep title="Grant admin consent">
          <Text>
            Under <b>API permissions</b>, <b>Grant admin consent</b> for your own directory. Your
            customers agree later, each for their own tenant.
          </Text>
          <Text size={200} className={styles.note}>
            Consent counts after 1 to 2 minutes; after permissions were added it takes 5 to 10.
          </Text>
        </SetupStep>
        <SetupStep title="Enter the IDs here">
          <Text>
            Copy the Application (client) ID and the Directory (tenant) ID from the <b>Overview</b>{' '}
            of the app registration to <AppLink to="/azure-config">Azure Configuration</AppLink>,
            with the secret or certificate, and save.
          </Text>
        </SetupStep>
      </ol>
    </SectionCard>
  )
}
