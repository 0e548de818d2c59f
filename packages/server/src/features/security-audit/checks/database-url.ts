/** Passwords that manuals use. */
const COMMON = new Set([
  '123456',
  'admin',
  'changeme',
  'change-me',
  'example',
  'mysecretpassword',
  'password',
  'postgres',
  'secret',
  'tenantscope',
])

/** True when the server is on this machine and connected by a socket, which identifies the client. */
export function isSocket(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl)
  const host = url?.searchParams.get('host') ?? decodeURIComponent(url?.hostname ?? '')
  return host === '' || host.startsWith('/')
}

export const hasPassword = (databaseUrl: string): boolean =>
  (URL.parse(databaseUrl)?.password ?? '') !== ''

/** Never the password itself. */
export function databasePasswordProblem(databaseUrl: string | null): string | null {
  if (databaseUrl === null) return null
  if (!hasPassword(databaseUrl))
    return isSocket(databaseUrl) ? null : 'DATABASE_URL holds no password'
  const { username = '', password = '' } = URL.parse(databaseUrl) ?? {}
  const plain = decodeURIComponent(password).toLowerCase()
  const isDefault = COMMON.has(plain) || plain === decodeURIComponent(username).toLowerCase()
  return isDefault ? 'DATABASE_URL contains a common default password' : null
}
