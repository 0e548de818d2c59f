import type { PartFailure } from '@tenantscope/contract/tenants'

type Part = PartFailure['part']

/** Each part, the application permission that reads it (Microsoft Graph permissions reference), and what it shows. */
const PARTS: Record<Part, { name: string; permission: string; unlocks: string }> = {
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
    unlocks: 'the number of people and who holds which license',
  },
  groups: {
    name: 'Groups',
    permission: 'Directory.Read.All',
    unlocks: 'licenses that reach people through groups',
  },
  policies: {
    name: 'Conditional Access policies',
    permission: 'Policy.Read.All',
    unlocks: 'the policies and whether they require MFA',
  },
}

/** What to say of a part that could not be read. */
export function partAdvice({ part, code, message }: PartFailure): { title: string; text: string } {
  const { name, permission, unlocks } = PARTS[part]
  if (code === 'NOT_LICENSED')
    return {
      title: `${name}: not licensed`,
      text: `This tenant has no license that includes them${part === 'policies' ? ' (Entra ID P1)' : ''}. With one, you see ${unlocks} here.`,
    }
  if (code === 'PERMISSION_MISSING')
    return {
      title: `${name}: no permission`,
      text: `The permission ${permission} is missing in this tenant. Once consent is granted for it, you see ${unlocks} here.`,
    }
  return { title: `${name}: could not be read`, text: `${message} The next refresh tries again.` }
}
