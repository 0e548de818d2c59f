import { parseArgs } from 'node:util'

import { CLOUDS } from './clouds.ts'
import { FAULT_NAMES, isFaultName, type FaultName } from './faults.ts'
import type { SimulatorOptions } from './simulator.ts'

interface CommandLine {
  readonly simulator: SimulatorOptions
  readonly faults: readonly { readonly name: FaultName; readonly tenant: string | undefined }[]
}

/** What a person typed cannot be understood. */
export class UsageError extends Error {}

interface Bounds {
  readonly min: number
  readonly max: number
  readonly fallback: number
}

/** Reads `npm run sim -- …`; throws a UsageError that says what is wrong. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const values = parse(args)
  const port = readNumber('port', values.port, { min: 0, max: 65_535, fallback: 0 })
  const users = readNumber('users', values.users, { min: 1, max: 200_000, fallback: 0 })
  const extra = { min: 20, max: 200_000, fallback: 0 }
  const hostileUsers = readNumber('hostile-users', values['hostile-users'], extra)
  const largeUsers = readNumber('large-users', values['large-users'], extra)
  return {
    simulator: {
      port,
      tenants: readNumber('tenants', values.tenants, { min: 1, max: 5_000, fallback: 40 }),
      seed: readNumber('seed', values.seed, { min: 0, max: 2 ** 31, fallback: 1 }),
      latencyMs: readNumber('latency-ms', values['latency-ms'], {
        min: 0,
        max: 60_000,
        fallback: 0,
      }),
      speed: readNumber('speed', values.speed, { min: 1, max: 100_000, fallback: 1 }),
      users: users === 0 ? undefined : users,
      appUrls: readAppUrls(values['app-url']),
      hostileUsers: hostileUsers === 0 ? undefined : hostileUsers,
      largeUsers: largeUsers === 0 ? undefined : largeUsers,
      ...(values.whole === true ? { isWhole: true } : {}),
      ...(values.cloud === undefined ? {} : { cloud: readCloud(values.cloud) }),
    },
    faults: (values.faults ?? []).map(readFault),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        tenants: { type: 'string' },
        users: { type: 'string' },
        seed: { type: 'string' },
        'latency-ms': { type: 'string' },
        speed: { type: 'string' },
        faults: { type: 'string', multiple: true },
        'app-url': { type: 'string', multiple: true },
        cloud: { type: 'string' },
        whole: { type: 'boolean' },
        'hostile-users': { type: 'string' },
        'large-users': { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Unreadable arguments')
  }
}

function readNumber(name: string, text: string | undefined, bounds: Bounds): number {
  if (text === undefined) return bounds.fallback
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= bounds.min && value <= bounds.max) return value
  throw new UsageError(
    `--${name} must be a whole number from ${bounds.min} to ${bounds.max}, not '${text}'.`,
  )
}

function readAppUrls(texts: readonly string[] = ['http://localhost:3000']): string[] {
  return texts.map((text) => {
    const url = URL.parse(text)
    const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
    if (url && isWeb) return text
    throw new UsageError(
      `--app-url must be an address such as http://localhost:3000, not '${text}'.`,
    )
  })
}

function readCloud(text: string) {
  const names = [...CLOUDS.map((cloud) => cloud.name), 'any'] as const
  const name = names.find((each) => each === text)
  if (name) return name
  throw new UsageError(`--cloud knows ${names.join(', ')}; not '${text}'.`)
}

function readFault(text: string) {
  const [name = '', tenant] = text.split(':', 2)
  if (!isFaultName(name)) {
    throw new UsageError(`--faults knows ${FAULT_NAMES.join(', ')}; not '${name}'.`)
  }
  return { name, tenant }
}
