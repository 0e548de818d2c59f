import {
  CONSENT,
  CREDENTIAL_WARNING_DAYS,
  FRESH_SIGN_IN_MINUTES,
  REFRESH,
} from '@tenantscope/contract/limits'

import { BILLING_HELP } from './billing-help.ts'
import type { HelpSection } from './help-section.ts'
import type { HelpTopic } from './help-topic.ts'
import { LICENSES_HELP } from './licenses-help.ts'
import { POSTURE_HELP } from './posture-help.ts'

const WHERE_DATA_COME_FROM: HelpSection = {
  heading: 'Where the data comes from',
  lines: [
    `Tenantscope reads each tenant through Microsoft Graph on a schedule (every ${REFRESH.scheduleHours} hours unless an administrator changed it), and when a technician or an administrator selects Refresh. Screens show the stored data and never wait for Microsoft.`,
    {
      term: 'Data as of',
      text: 'When the figures were read. A tenant that cannot be read keeps its last data, and the reason is shown.',
    },
    {
      term: '—',
      text: 'Not known. It does not mean zero: the data was not read, a permission is missing, or no price is known.',
    },
  ],
}

/** The texts of the help dialogs. */
export const HELP_TEXTS: Readonly<Record<HelpTopic, readonly HelpSection[]>> = {
  'tenant-dashboard': [
    {
      heading: 'What you see',
      lines: [
        'Every tenant that you have access to, with the figures of its last refresh.',
        { term: 'Active', text: 'The tenant granted consent and was read at least once.' },
        {
          term: 'Pending',
          text: 'The tenant has not granted consent, or has not been read yet.',
        },
        { term: 'Inactive', text: 'The contract or relationship ended; reading has stopped.' },
        {
          term: 'Full Access, Limited Access',
          text: 'Whether Directory.Read.All is granted. Hover over it to see which required permissions are missing. Technicians select Limited Access to request consent.',
        },
        {
          term: 'CSP, Direct',
          text: 'Reached through a partner contract or delegated relationship, or by consent alone.',
        },
        {
          term: 'MFA',
          text: 'Required: Conditional Access requests MFA of every enabled member, or blocks, in browsers, desktop and mobile apps and the admin portals, and blocks legacy authentication. Partial names the members without this. None: MFA is requested of no member. Guests and blocked people do not count. Report-only policies enforce nothing. Eligible role assignments are not read. Select the cell to see the reasons.',
        },
        {
          term: 'Posture',
          text: 'The score of the security and license checks, with its letter. Select it to see the checks.',
        },
        {
          term: 'Savings (USD)',
          text: 'The monthly cost of paid seats that are unassigned, or assigned to blocked users and guests. Seats that the tenant keeps on purpose do not count; enter them in its settings.',
        },
      ],
    },
    WHERE_DATA_COME_FROM,
    {
      heading: 'When something is missing',
      lines: [
        {
          term: 'A tenant',
          text: 'Clear the filters first. If the tenant is still missing, ask an administrator of Tenantscope whether you have access to it.',
        },
        {
          term: 'Its figures',
          text: 'View the details of the tenant. They show why it was not read and what to do next.',
        },
      ],
    },
    {
      heading: 'Work with the table',
      lines: [
        'Cards and findings are filters. Select one to see its tenants.',
        {
          term: 'Save view',
          text: 'All Tenants then opens with these filters, order and columns.',
        },
        { term: 'Delete saved view', text: 'All Tenants then opens with all tenants by name.' },
        { term: 'Export CSV', text: 'The rows shown, in the same order.' },
      ],
    },
  ],
  'enhanced-dashboard': [
    {
      heading: 'What you see',
      lines: [
        'Your organization’s own Microsoft Entra ID (Azure AD) directory: its domains, users, licenses and Conditional Access policies.',
        {
          term: 'Total Licenses, Assigned, Available',
          text: 'Paid seats only. Free and trial licenses come with thousands of seats and are shown apart. Seats in their grace period count, suspended ones do not.',
        },
        {
          term: 'License Types',
          text: 'The number of different licenses, paid and free.',
        },
        {
          term: 'Report Only',
          text: 'The policy only records what it would do. It does not protect users yet.',
        },
      ],
    },
    WHERE_DATA_COME_FROM,
    {
      heading: 'When something is missing',
      lines: [
        {
          term: 'Everything',
          text: 'Your own directory is a tenant like any other. An administrator of Tenantscope grants access to it.',
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
      heading: 'Why these permissions, and why read-only',
      lines: [
        'Tenantscope never changes anything in a tenant. It asks only for application permissions that can read, never for one that can write.',
        {
          term: 'Directory.Read.All',
          text: 'Required. Users, groups and roles. Without it a tenant has Limited Access.',
        },
        {
          term: 'Organization.Read.All',
          text: 'Required. The organization, its domains and the licenses that it bought.',
        },
        { term: 'User.Read.All', text: 'Required. License assignments of users.' },
        {
          term: 'Policy.Read.All',
          text: 'Required. Conditional Access policies and the MFA verdict.',
        },
        { term: 'AuditLog.Read.All', text: 'Optional. Last sign-in dates of users.' },
        { term: 'Reports.Read.All', text: 'Optional. Usage of the services.' },
        {
          term: 'DelegatedAdminRelationship.Read.All',
          text: 'Optional, in your own directory. Customers with whom you have only a delegated relationship.',
        },
      ],
    },
    {
      heading: 'Terms',
      lines: [
        {
          term: 'PASS, PARTIAL, FAIL',
          text: 'Every required permission is granted and proven; something is missing, refused or not proven; or nothing can be read.',
        },
        {
          term: 'Granted, Missing',
          text: 'Whether the newest token from Microsoft contains the permission.',
        },
        {
          term: 'Proven',
          text: 'A test read that requires this permission succeeded.',
        },
        {
          term: 'Refused by Microsoft',
          text: `The permission is granted, but Microsoft refused a test read. After a new consent this is resolved within ${CONSENT.propagationMinutes} minutes.`,
        },
        {
          term: 'Not yet proven',
          text: 'Microsoft returned no clear answer, or this cloud has no data to test the permission with.',
        },
        {
          term: 'More than needed',
          text: 'The permission can write, or Tenantscope does not use it. Remove it and revoke its consent.',
        },
      ],
    },
    {
      heading: 'Admin consent',
      lines: [
        'A permission takes effect when the app registration in Microsoft Entra ID (Azure AD) lists it and an administrator of the tenant has consented to it. Consent is needed once per tenant, and again after permissions were added.',
        {
          term: 'Grant Admin Consent, Limited Access',
          text: 'Open Microsoft’s consent page in a separate window. Sign in there as an administrator of that tenant.',
        },
        {
          term: 'Invitation link',
          text: `For a customer’s administrator, who needs no account here. It is valid for ${CONSENT.invitationDays} days, for one tenant. The tenant is read after an administrator of Tenantscope accepts it.`,
        },
        `Consent takes effect after 1 to 2 minutes. After permissions were added, it takes 5 to ${CONSENT.propagationMinutes} minutes. Tenantscope waits and then reads the tenant automatically.`,
        'The next refresh detects withdrawn consent. The tenant keeps its last data.',
      ],
    },
  ],
  'azure-config': [
    {
      heading: 'What it is',
      lines: [
        'The app registration in your own Microsoft Entra ID (Azure AD) directory that Tenantscope uses to read tenants. One app registration serves all tenants.',
        {
          term: 'Application (Client) ID, Directory (Tenant) ID',
          text: 'Both are on the overview page of the app registration.',
        },
        {
          term: 'Client Secret',
          text: 'The value, not the secret’s ID. It is stored encrypted and never shown again. Leave it blank to keep the stored one.',
        },
        {
          term: 'Certificate, federated credential',
          text: 'Prove the application without a secret. A certificate comes with its private key; federated tokens come from the platform that Tenantscope runs on.',
        },
        {
          term: 'Who may change it',
          text: `Administrators, after a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes. Other users see it without the secret.`,
        },
      ],
    },
    {
      heading: 'Set it up',
      lines: [
        'Register an application for accounts in any organizational directory (multitenant), so that your customers can consent to it.',
        'Add the two redirect URIs that the screen shows, of the type Web: one for signing in, one for admin consent.',
        'Add the application permissions and grant admin consent in your own directory.',
        'Create a client secret, or upload the public part of a certificate.',
        {
          term: 'Expiry',
          text: `Tenants cannot be read after the secret or certificate expires. Where the directory returns the date, Tenantscope warns ${CREDENTIAL_WARNING_DAYS} days before. If it expires, local sign-in is enabled automatically after a day so that a new one can be stored.`,
        },
      ],
    },
    {
      heading: 'When it does not work',
      lines: [
        {
          term: 'INVALID_CLIENT_SECRET',
          text: 'The secret or certificate expired, or the secret’s ID was entered instead of its value. Create a new one.',
        },
        {
          term: 'APP_NOT_FOUND',
          text: 'The client ID or directory ID is wrong, or belongs to another national cloud. For a customer’s tenant: it has never granted consent.',
        },
        {
          term: 'APP_DISABLED',
          text: 'The application is disabled in the directory, or Conditional Access blocks it.',
        },
        {
          term: 'CONSENT_REQUIRED',
          text: 'Admin consent is missing or was withdrawn. Grant Admin Consent asks for it.',
        },
        {
          term: 'PERMISSION_MISSING',
          text: 'Consent was granted, but not for every required permission. Add the missing permissions and grant consent again.',
        },
        {
          term: 'Anything else',
          text: 'Copy diagnostics contains the details that Microsoft support asks for, and never a secret.',
        },
      ],
    },
  ],
  posture: POSTURE_HELP,
  licenses: LICENSES_HELP,
  'billing-months': BILLING_HELP,
}

/** The related topics. */
export const RELATED_HELP: Readonly<Record<HelpTopic, readonly HelpTopic[]>> = {
  'tenant-dashboard': [
    'posture',
    'licenses',
    'azure-permissions',
    'azure-config',
    'enhanced-dashboard',
  ],
  'enhanced-dashboard': ['azure-permissions', 'tenant-dashboard'],
  'azure-permissions': ['azure-config', 'tenant-dashboard'],
  'azure-config': ['azure-permissions', 'tenant-dashboard'],
  posture: ['tenant-dashboard', 'azure-permissions'],
  licenses: ['tenant-dashboard', 'posture', 'billing-months'],
  'billing-months': ['licenses', 'tenant-dashboard'],
}
