import { UsageError, parsed } from './usage.ts'

export const USAGE = `Usage: npm run admin -- COMMAND

  list                                   all users with an account
  add-microsoft USER_OID --tenant ID --name NAME --email ADDRESS --role ROLE
  add-local USERNAME [--name NAME] [--email ADDRESS]
                                         a local administrator with a new password
  set-role USER ROLE                     ROLE is viewer, technician or admin
  grant USER --all                       the user sees all tenants
  grant USER --tenant ID [--tenant ID …] the user sees only these tenants
  grant USER --group NAME [--group NAME …] the user sees only the tenants of these groups
  revoke USER --tenant ID [--tenant ID …]
  disable USER | enable USER
  reset-password USER                    prints a new password once
  reset-second-factor USER               if the user lost the phone and the recovery codes
  unlock USER                            removes the delay after failed sign-ins
  verify-audit                           checks every record of the audit trails; exits with 1 if one is not intact
  enable-local | disable-local           switches local sign-in on or off
  require-second-factor | allow-password-only
                                         whether local accounts must use a second factor
  add-tenant TENANT_ID --name NAME       records a tenant that consented directly

USER is a user name, or the number that 'list' prints.
`

type Options = ReturnType<typeof parse>['values']
type OptionName = keyof Options

interface Given extends Options {
  readonly positionals: readonly string[]
}

interface Form {
  /** Number of words after the command. */
  readonly words: number
  readonly options?: readonly OptionName[]
  toCommand(given: Given): object
}

const userOnly = (name: string): Form => ({
  words: 1,
  toCommand: ({ positionals: [user] }) => ({ name, user }),
})

const FORMS: Readonly<Record<string, Form>> = {
  list: { words: 0, toCommand: () => ({ name: 'list' }) },
  'add-microsoft': {
    words: 1,
    options: ['tenant', 'name', 'email', 'role'],
    toCommand: (given) => ({
      name: 'add-microsoft',
      objectId: given.positionals[0],
      tenantId: only('tenant', given.tenant),
      displayName: required('name', given.name),
      email: required('email', given.email),
      role: required('role', given.role),
    }),
  },
  'add-local': {
    words: 1,
    options: ['name', 'email'],
    toCommand: ({ positionals: [username], name, email }) => ({
      name: 'add-local',
      username,
      displayName: name ?? null,
      email: email ?? null,
    }),
  },
  'set-role': {
    words: 2,
    toCommand: ({ positionals: [user, role] }) => ({ name: 'set-role', user, role }),
  },
  grant: {
    words: 1,
    options: ['all', 'tenant', 'group'],
    toCommand: ({ positionals: [user], all, tenant, group }) => {
      if ([all, tenant, group].filter((given) => given !== undefined).length !== 1)
        throw new UsageError('grant takes either --all or --tenant ID or --group NAME')
      if (group !== undefined) return { name: 'grant-groups', user, groups: group }
      return { name: 'grant', user, tenantIds: tenant ?? 'all' }
    },
  },
  revoke: {
    words: 1,
    options: ['tenant'],
    toCommand: ({ positionals: [user], tenant }) => ({
      name: 'revoke',
      user,
      tenantIds: required('tenant', tenant),
    }),
  },
  disable: userOnly('disable'),
  enable: userOnly('enable'),
  'reset-password': userOnly('reset-password'),
  'reset-second-factor': userOnly('reset-second-factor'),
  unlock: userOnly('unlock'),
  'verify-audit': { words: 0, toCommand: () => ({ name: 'verify-audit' }) },
  'enable-local': { words: 0, toCommand: () => ({ name: 'enable-local' }) },
  'disable-local': { words: 0, toCommand: () => ({ name: 'disable-local' }) },
  'require-second-factor': { words: 0, toCommand: () => ({ name: 'require-second-factor' }) },
  'allow-password-only': { words: 0, toCommand: () => ({ name: 'allow-password-only' }) },
  'add-tenant': {
    words: 1,
    options: ['name'],
    toCommand: ({ positionals: [tenantId], name }) => ({
      name: 'add-tenant',
      tenantId,
      displayName: required('name', name),
    }),
  },
}

/** Parses the command line into a command. */
export function commandFrom(args: readonly string[]): object {
  const { positionals, values } = parse(args)
  const [command, ...words] = positionals
  if (command === undefined) throw new UsageError('A command is required')
  const form = Object.hasOwn(FORMS, command) ? FORMS[command] : undefined
  if (!form) throw new UsageError(`Unknown command: ${command}`)
  if (words.length !== form.words)
    throw new UsageError(`${command} takes ${counted(form.words)} after it, not ${words.length}`)
  const allowed: readonly string[] = form.options ?? []
  const stray = Object.keys(values).find((name) => !allowed.includes(name))
  if (stray !== undefined) throw new UsageError(`${command} takes no --${stray}`)
  return form.toCommand({ ...values, positionals: words })
}

const parse = (args: readonly string[]) =>
  parsed(args, {
    tenant: { type: 'string', multiple: true },
    group: { type: 'string', multiple: true },
    name: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string' },
    all: { type: 'boolean' },
  })

const counted = (words: number): string => (words === 1 ? 'one word' : `${words} words`)

function required<Value>(name: OptionName, value: Value | undefined): Value {
  if (value === undefined) throw new UsageError(`--${name} is missing`)
  return value
}

function only(name: OptionName, values: string[] | undefined): string {
  const [first, ...others] = required(name, values)
  if (first === undefined || others.length > 0) throw new UsageError(`--${name} is given once`)
  return first
}
