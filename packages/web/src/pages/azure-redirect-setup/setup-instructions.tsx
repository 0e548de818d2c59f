import { makeStyles, tokens, typographyStyles, mergeClasses } from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'
import type { ReactNode } from 'react'

import { AppLink } from '../../ui/app-link.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { ASKED_FOR } from './manifest.ts'

const useStyles = makeStyles({
  step: {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr)',
    columnGap: '16px',
    counterIncrement: 'step',
    '::before': {
      content: 'counter(step)',
      display: 'grid',
      placeItems: 'center',
      width: '32px',
      height: '32px',
      boxSizing: 'border-box',
      borderRadius: tokens.borderRadiusCircular,
      border: `1px solid ${tokens.colorBrandStroke1}`,
      color: tokens.colorBrandForeground1,
      fontWeight: tokens.fontWeightSemibold,
    },
    '@media (max-width: 480px)': { columnGap: '12px' },
  },
  words: { paddingTop: '4px' },
  title: { fontSize: tokens.fontSizeBase400 },
  permissionTableList: {
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '0 16px',
    padding: '8px 16px',
    listStyleType: 'none',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '@media (max-width: 480px)': { paddingInline: '12px' },
  },

  kind: {
    ...typographyStyles.caption1,
    alignSelf: 'center',
    color: tokens.colorNeutralForeground2,
  },
  required: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  description: { gridColumn: '1 / -1' },
})

/** From nothing to an app registration that every tenant can agree to. */
export function SetupInstructions({ uris }: { uris: AzureConfig['redirectUris'] }) {
  return (
    <SectionCard title="Register the application">
      <Stack as="ol" gap={24}>
        <SetupStep title="Create an app registration">
          <Text>
            In Azure Portal open <b>Microsoft Entra ID</b>, <b>App registrations</b>,{' '}
            <b>New registration</b>. Give it a name that your customers will recognize: it is shown
            when they consent.
          </Text>
        </SetupStep>
        <SetupStep title="Choose the supported account types">
          <Text>
            <b>Accounts in any organizational directory (Multitenant)</b>. With any other choice,
            only your own tenant can consent.
          </Text>
        </SetupStep>
        <SetupStep title="Add both redirect URIs">
          <Text>
            Under <b>Authentication</b>, <b>Add a platform</b>, <b>Web</b>. Both must match exactly.
          </Text>
          <CopyField label="Admin Consent Redirect URI" value={uris.adminConsent} />
          <CopyField label="Sign-in redirect URI" value={uris.signIn} />
        </SetupStep>
        <SetupStep title="Create a client secret, or upload a certificate">
          <Text>
            Under <b>Certificates &amp; secrets</b>. Copy the <b>Value</b> of a secret at once, not
            its Secret ID: it is never shown again. Note when it expires: tenants cannot be read
            after that.
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
            so that the sign-in token contains the user's directory roles.
          </Text>
        </SetupStep>
        <SetupStep title="Send the time of a sign-in">
          <Text>
            Under <b>Token configuration</b>, <b>Add optional claim</b>, <b>ID</b>, add{' '}
            <b>auth_time</b>. Changes that require a fresh sign-in accept only a Microsoft sign-in
            with a confirmed time.
          </Text>
        </SetupStep>
        <SetupStep title="Grant admin consent">
          <Text>
            Under <b>API permissions</b>, <b>Grant admin consent</b> for your own directory. Your
            customers consent later, each for their own tenant.
          </Text>
          <Text variant="caption" muted>
            Consent takes effect after 1 to 2 minutes; after permissions were added, after 5 to 10
            minutes.
          </Text>
        </SetupStep>
        <SetupStep title="Enter the IDs here">
          <Text>
            Copy the Application (client) ID and the Directory (tenant) ID from the <b>Overview</b>{' '}
            of the app registration to <AppLink to="/azure-config">Azure Configuration</AppLink>,
            with the secret or certificate, and save.
          </Text>
        </SetupStep>
      </Stack>
    </SectionCard>
  )
}

/** One step of several, numbered by its list. */
function SetupStep({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles()
  return (
    <li className={styles.step}>
      <Stack gap={8} className={styles.words}>
        <Text as="h3" variant="strong" className={styles.title}>
          {title}
        </Text>
        {children}
      </Stack>
    </li>
  )
}

/** The application permissions to add, and what each is for. */
function PermissionTable() {
  const styles = useStyles()
  return (
    <Stack as="ul" className={styles.permissionTableList} aria-label="Application permissions">
      {ASKED_FOR.map(({ value, kind, description }) => (
        <li key={value} className={styles.item}>
          <Text variant="strong" breakable>
            {value}
          </Text>
          <span className={mergeClasses(styles.kind, kind === 'required' && styles.required)}>
            {kind === 'required' ? 'Required' : 'Optional'}
          </span>
          <Text variant="caption" muted className={styles.description}>
            {description}
          </Text>
        </li>
      ))}
    </Stack>
  )
}
