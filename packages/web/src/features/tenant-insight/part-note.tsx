import { makeStyles } from '@fluentui/react-components'
import type { MalformedPart, PartFailure, TenantPart } from '@tenantscope/contract/parts'

import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const useStyles = makeStyles({
  body: { overflowWrap: 'anywhere' },
  parts: { margin: '4px 0 0', paddingInlineStart: '24px' },
})

/** Shows why a part of a tenant is missing, and which data it would show. */
export function PartNote({ failure }: { failure: PartFailure }) {
  const { title, text } = partAdvice(failure)
  return (
    <Notice intent="info" title={title}>
      {text}
    </Notice>
  )
}

/** Each part, the application permission that reads it (Microsoft Graph permissions reference), and its data. */
const PARTS: Record<TenantPart, { name: string; permission: string; unlocks: string }> = {
  domains: {
    name: 'Domains',
    permission: 'Directory.Read.All',
    unlocks: 'the verified domains of this tenant',
  },
  licenses: {
    name: 'Licenses',
    permission: 'Organization.Read.All',
    unlocks: 'seats, their use and what could be saved',
  },
  users: {
    name: 'Users',
    permission: 'User.Read.All',
    unlocks: 'the number of users and their licenses',
  },
  subscriptions: {
    name: 'Subscriptions',
    permission: 'Organization.Read.All',
    unlocks: 'renewal dates and trials',
  },
  groups: {
    name: 'Groups',
    permission: 'Directory.Read.All',
    unlocks: 'licenses assigned through groups',
  },
  policies: {
    name: 'Conditional Access policies',
    permission: 'Policy.Read.All',
    unlocks: 'the policies and whether they require MFA',
  },
  groupMembers: {
    name: 'Group members',
    permission: 'Directory.Read.All',
    unlocks: 'users that get policies, roles and licenses through groups',
  },
  namedLocations: {
    name: 'Named locations',
    permission: 'Policy.Read.All',
    unlocks: 'the locations that policies trust or block',
  },
  settings: {
    name: 'Directory settings',
    permission: 'Policy.Read.All',
    unlocks: 'what users and guests are allowed to do in this directory',
  },
  authenticationMethods: {
    name: 'Authentication methods',
    permission: 'Policy.Read.All',
    unlocks: 'how users can authenticate',
  },
  groupSettings: {
    name: 'Group and password settings',
    permission: 'Directory.Read.All',
    unlocks: 'banned passwords, lockout and who is allowed to create groups',
  },
  roles: {
    name: 'Role assignments',
    permission: 'Directory.Read.All',
    unlocks: 'the administrators of this directory',
  },
  applications: {
    name: 'App registrations',
    permission: 'Directory.Read.All',
    unlocks: 'secrets and certificates that are about to expire',
  },
  grants: {
    name: 'Consents given to apps',
    permission: 'Directory.Read.All',
    unlocks: 'what apps are allowed to do in this directory',
  },
}

const OTHER_PARTS = {
  organization: 'Organization',
  signIns: 'Sign-in dates',
  registrations: 'Registered sign-in methods',
  devices: 'Devices',
} as const satisfies Record<Exclude<MalformedPart, TenantPart>, string>

export function partName(part: MalformedPart): string {
  return isOther(part) ? OTHER_PARTS[part] : PARTS[part].name
}

const isOther = (part: MalformedPart): part is keyof typeof OTHER_PARTS => part in OTHER_PARTS

const NEEDS_P1: ReadonlySet<TenantPart> = new Set(['policies', 'namedLocations'])

/** Returns the texts for a part that could not be read. */
function partAdvice({ part, code, message }: PartFailure): { title: string; text: string } {
  const { name, permission, unlocks } = PARTS[part]
  if (code === 'NOT_LICENSED')
    return {
      title: `${name}: not licensed`,
      text: `This tenant has no license that includes them${planOf(part)}. With one, you see ${unlocks} here.`,
    }
  if (code === 'PERMISSION_MISSING')
    return {
      title: `${name}: no permission`,
      text: `The permission ${permission} is missing in this tenant. Once consent is granted for it, you see ${unlocks} here.`,
    }
  if (code === 'NOT_IN_CLOUD') return { title: `${name}: not in this cloud`, text: NOT_IN_CLOUD }
  return { title: `${name}: could not be read`, text: `${message} ${NEXT_TRY}` }
}

const NOT_IN_CLOUD = "This tenant's national cloud does not offer them."
const NEXT_TRY = 'The next refresh tries again.'

function reasonOf({ part, code, message }: PartFailure): { title: string; text: string } {
  if (code === 'NOT_LICENSED')
    return {
      title: 'Not licensed',
      text: `This tenant has no license that includes them${planOf(part)}.`,
    }
  if (code === 'PERMISSION_MISSING')
    return {
      title: `Permission ${PARTS[part].permission} missing`,
      text: 'They are read once consent is granted for it.',
    }
  if (code === 'NOT_IN_CLOUD') return { title: 'Not in this cloud', text: NOT_IN_CLOUD }
  return { title: 'Could not be read', text: `${message} ${NEXT_TRY}` }
}

function planOf(part: TenantPart): string {
  return NEEDS_P1.has(part) ? ' (Entra ID P1)' : ''
}

interface UnreadPartsCardProps {
  /** Without those that are shown on their own card. */
  failures: readonly PartFailure[]
}

/** Shows the parts of a tenant that could not be read, by reason, each with the data that is missing. */
export function UnreadPartsCard({ failures }: UnreadPartsCardProps) {
  const styles = useStyles()
  if (failures.length === 0) return null
  const reasons = failures.map((failure) => ({ ...reasonOf(failure), part: failure.part }))
  const groups = Map.groupBy(reasons, ({ title, text }) => title + text)
  return (
    <SectionCard title="What else could not be read">
      <Stack gap={16}>
        {Array.from(groups, ([key, group]) => (
          <Stack key={key} gap={4} className={styles.body}>
            <Text as="h3" variant="strong">
              {group[0]?.title}
            </Text>
            <Text as="p" muted>
              {group[0]?.text}
            </Text>
            <ul className={styles.parts}>
              {group.map(({ part }) => (
                <li key={part}>
                  {PARTS[part].name} <Text muted>({PARTS[part].unlocks})</Text>
                </li>
              ))}
            </ul>
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  )
}
