/** Passwords that stand in every manual. */
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

/** Whether the server is on this machine and reached by a socket, which knows who connects. */
export function isSocket(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl)
  const host = url?.searchParams.get('host') ?? decodeURIComponent(url?.hostname ?? '')
  return host === '' || host.startsWith('/')
}

export const hasPassword = (databaseUrl: string): boolean =>
  (URL.parse(databaseUrl)?.password ?? '') !== ''

/** Never the password itself. */
export function databasePasswordProblem(databaseUrl: string | null): string[] {
  if (databaseUrl === null) return []
  if (!hasPassword(databaseUrl))
    return isSocket(databaseUrl) ? [] : ['DATABASE_URL holds no password']
  const { username = '', password = '' } = URL.parse(databaseUrl) ?? {}
  const plain = decodeURIComponent(password).toLowerCase()
  const isDefault = COMMON.has(plain) || plain === decodeURIComponent(username).toLowerCase()
  return isDefault ? ['DATABASE_URL holds a password that everybody would try first'] : []
}
