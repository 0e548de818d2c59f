import {
  CONSENT,
  CREDENTIAL_WARNING_DAYS,
  FRESH_SIGN_IN_MINUTES,
  REFRESH,
} from '@tenantscope/contract/limits'

import type { HelpTopic } from './help-topic.ts'

export interface HelpSection {
  readonly heading: string
  readonly lines: readonly HelpLine[]
}

/** A sentence or two; with a term, an explanation of it. */
export interface HelpLine {
  readonly term?: string
  readonly text: string
}

const WHERE_DATA_COME_FROM: HelpSection = {
  heading: 'Where the data come from',
  lines: [
    {
      text: `Tenantscope reads each tenant through Microsoft Graph on a schedule (every ${REFRESH.scheduleHours} hours unless an administrator chose otherwise), and whenever a technician or an administrator presses Refresh. Screens show what was stored then; nothing waits for Microsoft.`,
    },
    {
      term: 'Data as of',
      text: 'When the figures were read. A tenant that cannot be read keeps its last good data and is named with the reason.',
    },
    {
      term: '—',
      text: 'Not known. It never stands for zero: the part was not read, the permission is missing, or no price is known.',
    },
  ],
}

/** What each help dialog says. */
export const HELP_TEXTS: Readonly<Record<HelpTopic, readonly HelpSection[]>> = {
  'tenant-dashboard': [
    {
      heading: 'What you see',
      lines: [
        {
          text: 'Every tenant that you were given access to, and the figures of its last refresh.',
        },
        { term: 'Active', text: 'The tenant agreed, and it was read at least once.' },
        {
          term: 'Pending',
          text: 'Its administrator has not agreed yet, or nothing was read so far.',
        },
        { term: 'Inactive', text: 'The contract or relationship ended; reading has stopped.' },
        {
          term: 'Full Access, Limited Access',
          text: 'Whether Directory.Read.All is granted. Point at it to see which required permission is missing. Technicians press Limited Access to have it granted.',
        },
        {
          term: 'CSP, Direct',
          text: 'Reached through a partner contract or delegated relationship, or by consent alone.',
        },
        {
          term: 'Savings (USD)',
          text: 'What paid seats cost per month that nobody holds, or that people who cannot sign in and guests hold. Seats that the tenant keeps on purpose do not count; name them in its settings.',
        },
      ],
    },
    WHERE_DATA_COME_FROM,
    {
      heading: 'When something is missing',
      lines: [
        {
          term: 'A tenant',
          text: 'Take the filters away first. If it is not there then, ask an administrator of Tenantscope whether you may see it.',
        },
        {
          term: 'Its figures',
          text: 'View details of the tenant: they say why it was not read and what to do.',
        },
      ],
    },
    {
      heading: 'Work with the table',
      lines: [
        { text: 'Cards and findings are filters: press one to see the tenants behind it.' },
        {
          term: 'Save view',
          text: 'All Tenants opens with these filters, order and columns for you.',
        },
        { term: 'Export CSV', text: 'Exactly the rows that you see, in the same order.' },
      ],
    },
  ],
  'enhanced-dashboard': [
    {
      heading: 'What you see',
      lines: [
        {
          text: 'Your own Microsoft Entra ID (Azure AD) directory, the partner’s: its domains, people, licenses and Conditional Access policies.',
        },
        {
          term: 'Total Licenses, Assigned, Available',
          text: 'Paid seats only. Free and trial licenses come with thousands of seats and are shown apart. Seats in their grace period count, suspended ones do not.',
        },
        {
          term: 'License Types',
          text: 'How many different licenses there are, paid and free ones alike.',
        },
        {
          term: 'Report Only',
          text: 'Such a policy only writes down what it would do; it protects nobody yet.',
        },
      ],
    },
    WHERE_DATA_COME_FROM,
    {
      heading: 'When something is missing',
      lines: [
        {
          term: 'Everything',
          text: 'Your own directory is a tenant like any other: an administrator of Tenantscope gives access to it.',
        },
        {
          term: 'Licenses',
          text: 'Organization.Read.All is missing, or an administrator has hidden them.',
        },
        {
          term: 'Policies',
          text: 'Policy.Read.All is missing, or the directory has no Microsoft Entra ID P1.',
        },
      ],
    },
  ],
  'azure-permissions': [
    {
      heading: 'Why these, and why read-only',
      lines: [
        {
          text: 'Tenantscope looks and never changes anything. It asks for application permissions that read, and never for one that can write.',
        },
        {
          term: 'Directory.Read.All',
          text: 'Required. People, groups and roles. Without it a tenant has Limited Access.',
        },
        {
          term: 'Organization.Read.All',
          text: 'Required. The organization, its domains and the licenses that it bought.',
        },
        { term: 'User.Read.All', text: 'Required. Who holds which license.' },
        {
          term: 'Policy.Read.All',
          text: 'Required. Conditional Access policies and the MFA verdict.',
        },
        { term: 'AuditLog.Read.All', text: 'Optional. When people last signed in.' },
        { term: 'Reports.Read.All', text: 'Optional. How much the services are used.' },
        {
          term: 'DelegatedAdminRelationship.Read.All',
          text: 'Optional, in your own directory. Customers with whom you have only a delegated relationship.',
        },
      ],
    },
    {
      heading: 'What the words mean',
      lines: [
        {
          term: 'PASS, PARTIAL, FAIL',
          text: 'Every required permission is granted and proven; something is missing, refused or not proven; or nothing can be read.',
        },
        {
          term: 'Granted, Missing',
          text: 'Whether the permission stands in the newest token that Microsoft gave.',
        },
        {
          term: 'Proven',
          text: 'Tenantscope has just read something that this permission guards.',
        },
        {
          term: 'Refused by Microsoft',
          text: `It is granted, and the reading was refused all the same. After a new consent this passes within ${CONSENT.propagationMinutes} minutes.`,
        },
        {
          term: 'Not yet proven',
          text: 'Microsoft gave no clear answer, or this cloud has nothing to try it on.',
        },
        {
          term: 'More than needed',
          text: 'It can write, or nothing here uses it. Remove it and revoke its consent.',
        },
      ],
    },
    {
      heading: 'Admin consent',
      lines: [
        {
          text: 'A permission counts when it stands in the app registration in Microsoft Entra ID (Azure AD) and an administrator of the tenant has agreed to it: once per tenant, and again after permissions were added.',
        },
        {
          term: 'Grant Admin Consent, Limited Access',
          text: 'Open Microsoft’s page in a window of its own. Sign in there as an administrator of that tenant.',
        },
        {
          term: 'Invitation link',
          text: `For a customer’s administrator, without a sign-in here: ${CONSENT.invitationDays} days, one tenant. A tenant that comes by it waits until an administrator of Tenantscope accepts it.`,
        },
        {
          text: `Consent counts after 1 to 2 minutes. After permissions were added it takes 5 to ${CONSENT.propagationMinutes} minutes until Microsoft hands them out. Tenantscope waits for it and then reads the tenant by itself.`,
        },
        {
          text: 'Consent that was withdrawn shows with the next refresh. The tenant keeps its last good data.',
        },
      ],
    },
  ],
  'azure-config': [
    {
      heading: 'What it is',
      lines: [
        {
          text: 'The app registration in your own Microsoft Entra ID (Azure AD) directory as which Tenantscope reads. One serves all tenants.',
        },
        {
          term: 'Application (Client) ID, Directory (Tenant) ID',
          text: 'Both stand on the overview page of the app registration.',
        },
        {
          term: 'Client Secret',
          text: 'The value, not the secret’s ID. It is stored sealed and never shown again; left blank, the stored one stays.',
        },
        {
          term: 'Certificate, federated credential',
          text: 'Prove the application without a secret. A certificate comes with its private key; federated tokens come from the platform that Tenantscope runs on.',
        },
        {
          term: 'Who may change it',
          text: `Administrators, after a sign-in that is not older than ${FRESH_SIGN_IN_MINUTES} minutes. Everybody else sees it without the secret.`,
        },
      ],
    },
    {
      heading: 'Set it up',
      lines: [
        {
          text: 'Register an application for accounts in any organizational directory (multitenant), so that your customers can agree to it.',
        },
        {
          text: 'Add the two redirect URIs that the screen shows, of the type Web: one for signing in, one for admin consent.',
        },
        { text: 'Add the application permissions and grant admin consent in your own directory.' },
        { text: 'Make a client secret, or a certificate whose public part the portal gets.' },
        {
          term: 'Expiry',
          text: `Nothing can be read after the secret or certificate has ended. Where the directory tells when, Tenantscope warns from ${CREDENTIAL_WARNING_DAYS} days before. If it does happen, local sign-in opens by itself after a day, so that a new one can be stored.`,
        },
      ],
    },
    {
      heading: 'When it does not work',
      lines: [
        {
          term: 'INVALID_CLIENT_SECRET',
          text: 'The secret or certificate expired, or the secret’s ID was taken for its value. Make a new one.',
        },
        {
          term: 'APP_NOT_FOUND',
          text: 'The client ID or the directory is another one, or in another national cloud. Of a customer’s tenant: it has never agreed.',
        },
        {
          term: 'APP_DISABLED',
          text: 'The directory has switched the application off, or Conditional Access blocks it.',
        },
        {
          term: 'CONSENT_REQUIRED',
          text: 'Admin consent is missing or was withdrawn. Grant Admin Consent asks for it.',
        },
        {
          term: 'PERMISSION_MISSING',
          text: 'Consent is there, but not for all that is required. Add what is missing and grant consent again.',
        },
        {
          term: 'Anything else',
          text: 'Copy diagnostics holds what Microsoft’s support asks for, and never a secret.',
        },
      ],
    },
  ],
}

/** What to read next. */
export const RELATED_HELP: Readonly<Record<HelpTopic, readonly HelpTopic[]>> = {
  'tenant-dashboard': ['azure-permissions', 'azure-config', 'enhanced-dashboard'],
  'enhanced-dashboard': ['azure-permissions', 'tenant-dashboard'],
  'azure-permissions': ['azure-config', 'tenant-dashboard'],
  'azure-config': ['azure-permissions', 'tenant-dashboard'],
}
