import { Button, Field, Link, makeStyles, Textarea } from '@fluentui/react-components'
import { Copy20Regular } from '@fluentui/react-icons/svg/copy'
import { useQuery } from '@tanstack/react-query'
import { REQUIRED_PERMISSIONS } from '@tenantscope/analysis/permission-catalog'
import type { RequiredPermission } from '@tenantscope/analysis/permission-catalog'
import { CONSENT } from '@tenantscope/contract/limits'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useId } from 'react'
import type { ReactNode } from 'react'

import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import { InvitationLinks, invitationsQuery } from '../../features/consent/invitation-links.tsx'
import type { ConsentFlow } from '../../features/consent/use-consents.ts'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '720px' },
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '24px' } },
  wide: { alignSelf: 'stretch' },
  permissions: { margin: '8px 0 0', paddingInlineStart: '24px' },
  area: { width: '100%', '& textarea': { height: '240px', maxHeight: 'none' } },
})

interface RequestAccessDialogProps {
  tenant: TenantListItem
  consent: ConsentFlow
  isOpen: boolean
  onClose: () => void
}

/** What is missing, and three ways to get it from the customer. */
export function RequestAccessDialog(props: RequestAccessDialogProps) {
  const { tenant, consent, isOpen, onClose } = props
  const styles = useStyles()
  return (
    <ClosableDialog
      title="Request Access"
      isOpen={isOpen}
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <MissingPermissions tenant={tenant} />
      <Way title="Grant it here">
        <Text as="p">
          You can sign in as the customer's Global Administrator, or they are with you.
        </Text>
        <Button
          appearance="primary"
          disabledFocusable={consent.phase !== 'idle'}
          onClick={consent.start}
        >
          Grant consent
        </Button>
        <div className={styles.wide}>
          <ConsentProgress consent={consent.consent} phase={consent.phase} link={consent.link} />
        </div>
      </Way>
      <Way title="Send an invitation link">
        <Text as="p">
          The customer's Global Administrator opens it and accepts, within {CONSENT.invitationDays}{' '}
          days.
        </Text>
        <div className={styles.wide}>{isOpen && <InvitationLinks tenantId={tenant.id} />}</div>
      </Way>
      <Way title="Send a letter">
        <div className={styles.wide}>
          <RequestAccessLetter tenant={tenant} />
        </div>
      </Way>
    </ClosableDialog>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack as="section" gap={8} align="start" aria-labelledby={id}>
      <Text id={id} as="h3" variant="subtitle">
        {title}
      </Text>
      {children}
    </Stack>
  )
}

function MissingPermissions({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  return (
    <div>
      <Text as="p">
        {tenant.missingPermissions.length > 0
          ? 'This tenant has not granted these permissions:'
          : 'Tenantscope needs these permissions in this tenant:'}
      </Text>
      <ul className={styles.permissions}>
        {askedPermissions(tenant).map(({ permission, purpose }) => (
          <li key={permission}>
            <Text variant="caption" mono>
              {permission}
            </Text>
            <Text muted> – {purpose}</Text>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A letter that asks the customer; with the newest invitation link that can be used, where there is one. */
function RequestAccessLetter({ tenant }: { tenant: TenantListItem }) {
  const styles = useStyles()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  const invitation = invitations.find(({ tenantId, url }) => tenantId === tenant.id && url !== null)
  const letter = requestAccessText(tenant, invitation?.url ?? null)
  return (
    <Stack gap={12} align="start">
      <Text as="p">
        Only a Global Administrator of the customer can grant them,{' '}
        {invitation ? 'with the link or in ' : 'in '}
        <Link href={ENTERPRISE_APPLICATIONS_URL} target="_blank" rel="noreferrer" inline>
          Enterprise applications of the Microsoft Entra admin center
        </Link>
        . Send them this:
      </Text>
      <Field label="Message to the customer" className={styles.wide}>
        <Textarea className={styles.area} value={letter} readOnly resize="vertical" />
      </Field>
      <Button icon={<Copy20Regular />} onClick={() => void copyText(letter)}>
        Copy message
      </Button>
    </Stack>
  )
}

/** Where a customer's administrator finds the application and its permissions. */
const ENTERPRISE_APPLICATIONS_URL =
  'https://entra.microsoft.com/#view/Microsoft_AAD_IAM/StartboardApplicationsMenuBlade/~/AppAppsPreview'

const PURPOSES: Record<RequiredPermission, string> = {
  'Directory.Read.All': 'the directory: its domains, groups, administrators and applications',
  'Organization.Read.All': 'the licenses, their seats and renewal dates',
  'User.Read.All': 'the people and which licenses they hold',
  'Policy.Read.All': 'Conditional Access and other security policies',
}

/** Returns the permissions that the last token lacked; when that is unknown, all required ones. */
function askedPermissions({ missingPermissions }: Pick<TenantListItem, 'missingPermissions'>) {
  const missing = REQUIRED_PERMISSIONS.filter((each) => missingPermissions.includes(each))
  const asked = missing.length > 0 ? missing : REQUIRED_PERMISSIONS
  return asked.map((permission) => ({ permission, purpose: PURPOSES[permission] }))
}

/**
 * A letter to the customer's Global Administrator, with an invitation link where there is one. It uses
 * the directory's own name: an alias is for staff only.
 */
function requestAccessText(tenant: TenantListItem, invitationUrl: string | null): string {
  const lines = askedPermissions(tenant).map(
    ({ permission, purpose }) => `- ${permission}: ${purpose}`,
  )
  return [
    'Hello,',
    '',
    `to manage ${tenant.directoryName} (${tenant.defaultDomainName ?? tenant.id}) we read its Microsoft 365 directory with an application. The application only reads and cannot change anything. These application permissions are missing:`,
    '',
    ...lines,
    '',
    'As a Global Administrator, please',
    ...(invitationUrl === null ? STEPS_IN_PORTAL : stepsWithLink(invitationUrl)),
    '',
    'Thank you',
  ].join('\n')
}

const STEPS_IN_PORTAL: readonly string[] = [
  '1. sign in to the Microsoft Entra admin center and open Enterprise applications:',
  `   ${ENTERPRISE_APPLICATIONS_URL}`,
  '2. open our application and select Permissions,',
  '3. select "Grant admin consent" and accept.',
  '',
  'It takes effect after 1 to 2 minutes, or 5 to 10 minutes after permissions were added. If our application is not in the list, contact us and we will send you a consent link.',
]

function stepsWithLink(url: string): readonly string[] {
  return [
    '1. open this link and sign in:',
    `   ${url}`,
    '2. check the requested permissions, and accept.',
    '',
    `The link can be used for ${CONSENT.invitationDays} days. It takes effect after 1 to 2 minutes, or 5 to 10 minutes after permissions were added.`,
  ]
}
