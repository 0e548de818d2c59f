import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { CLOUDS } from '@tenantscope/graph-client/clouds'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { Transport } from '@tenantscope/graph-client/transport'

import type { Clock } from '../../lib/clock.ts'
import { microsoftRefusalTextOf } from '../../lib/microsoft-refusal.ts'
import type { ConnectedMicrosoft, MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { DoctorRepo } from './doctor.repo.ts'
import {
  clockFinding,
  credentialFinding,
  ok,
  permissionsFinding,
  queueFinding,
  trouble,
} from './doctor.rules.ts'
import type { Finding } from './doctor.rules.ts'

const NOT_CONNECTED = trouble(
  'Microsoft connection',
  'none is stored, or its credential is missing',
  'Sign in as an administrator and open Azure Config.',
)

const TABLES = ok('Tables', 'of this version')
const OTHER_TABLES = trouble(
  'Tables',
  'not those of this version',
  'Start this version of Tenantscope once to apply them.',
)

/** Checks the requirements of Tenantscope; changes nothing. */
export function createDoctor(deps: {
  repo: DoctorRepo
  microsoft: MicrosoftAccess
  transport: Pick<Transport, 'fetch' | 'isSimulated'>
  hasNewestMigration: () => Promise<boolean>
  clock: Clock
}) {
  const { repo, microsoft, transport, clock } = deps

  async function database(): Promise<Finding[]> {
    const before = performance.now()
    const { version, now } = await repo.about()
    const ms = Math.round(performance.now() - before)
    const queue = await repo.queue()
    return [
      ok('Database', `PostgreSQL ${version}, answers in ${ms} ms`),
      clockFinding(clock.now().getTime() - now.getTime(), 'the database'),
      queue === null
        ? trouble('Background jobs', 'never started', 'Start Tenantscope (npm start).')
        : queueFinding(queue),
    ]
  }

  /** Tables of another version cannot be queried further. */
  async function connection(): Promise<Finding[]> {
    if (!(await deps.hasNewestMigration())) return [OTHER_TABLES]
    const connected = await microsoft.current()
    if (connected === null) return [TABLES, NOT_CONNECTED]
    const { clientId, tenantId, cloud } = connected.connection
    const { loginHost, graphHost } = CLOUDS[cloud]
    const discovery = `https://${loginHost}/${tenantId}/v2.0/.well-known/openid-configuration`
    // In parallel, because each may take up to its time limit.
    const asked = await Promise.all([
      reach(loginHost, discovery, true),
      reach(graphHost, `https://${graphHost}/v1.0/organization`, false),
      token(connected),
    ])
    return [
      TABLES,
      ok(
        'Microsoft connection',
        `application ${clientId}, directory ${tenantId}, cloud ${cloud}${transport.isSimulated ? ', SIMULATED Microsoft' : ''}`,
      ),
      ...asked.flat(),
      credentialFinding(await repo.credential(), clock.now()),
    ]
  }

  /** Any answer shows that the way is open, also a refusal. */
  async function reach(host: string, url: string, hasClock: boolean): Promise<Finding[]> {
    const name = `Connection to ${host}`
    try {
      const signal = AbortSignal.timeout(LIVE_CALL_SECONDS * 1_000)
      const before = performance.now()
      const answer = await transport.fetch(url, { signal })
      await answer.text()
      const way = ok(name, `answers in ${Math.round(performance.now() - before)} ms`)
      const remoteTime = Date.parse(answer.headers.get('date') ?? '')
      if (!hasClock || Number.isNaN(remoteTime)) return [way]
      return [way, clockFinding(clock.now().getTime() - remoteTime, 'Microsoft')]
    } catch {
      return [
        trouble(
          name,
          'no answer',
          `Allow this machine to connect to https://${host} on port 443. Check DNS, firewall and proxy.`,
        ),
      ]
    }
  }

  return {
    /** In the order in which things depend on each other. */
    async examine(): Promise<Finding[]> {
      return [...(await database()), ...(await connection())]
    },
  }
}

async function token({ tokens, connection: { tenantId } }: ConnectedMicrosoft): Promise<Finding[]> {
  try {
    tokens.forget(tenantId)
    const signal = AbortSignal.timeout(LIVE_CALL_SECONDS * 1_000)
    const { roles } = await tokens.tokenFor(tenantId, { signal })
    return [
      ok('Token', 'Microsoft issued a token for the own directory'),
      permissionsFinding(roles),
    ]
  } catch (error) {
    const [text, next] = tokenTrouble(error)
    return [trouble('Token', text, next)]
  }
}

function tokenTrouble(error: unknown): [text: string, next: string] {
  if (!(error instanceof GraphFailure))
    return [
      'Microsoft issued no token in time',
      'Check the connections to Microsoft above, then try again.',
    ]
  const code = [error.code, error.microsoftCode].filter((part) => part !== null).join(', ')
  const refusal = microsoftRefusalTextOf(error, { isOwn: true })
  return [
    `Microsoft issued no token (${code})`,
    refusal ?? NEXT[error.code] ?? 'Open Azure Config and check the connection there.',
  ]
}

const NEXT: Readonly<Partial<Record<GraphFailure['code'], string>>> = {
  CONSENT_REQUIRED: 'Grant admin consent on Azure Config.',
  INVALID_CLIENT_SECRET:
    'The secret or certificate is wrong or has expired: store a new one on Azure Config.',
  APP_NOT_FOUND:
    'Compare client ID, tenant ID and cloud on Azure Config with the app registration.',
  APP_DISABLED: 'Enable the application under Enterprise applications of the own directory.',
  THROTTLED: 'Microsoft is throttling requests: try again in a few minutes.',
  UNAVAILABLE:
    'Microsoft could not respond: try again; if the error persists, check the connection above.',
}
