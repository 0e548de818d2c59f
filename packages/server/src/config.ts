import path from 'node:path'
import { createSecureContext } from 'node:tls'

import { SESSION } from '@tenantscope/contract/limits'
import type { z } from 'zod'

import { microsoftFrom } from './config/microsoft.ts'
import type { ProvisionedMicrosoft } from './config/microsoft.ts'
import { readSecretFile } from './config/secret-file.ts'
import { variables } from './config/variables.ts'
import type { Readable, Variables } from './config/variables.ts'
import { errorCode } from './lib/error-code.ts'
import { StartRefused } from './lib/start-refused.ts'

/** All settings of the environment, read once (design.md, Interface for operators). */
export type Config = Readonly<ReturnType<typeof toConfig>>

/** Returns warnings about allowed but unusual settings, for the log at the start. */
export function warningsOf({ publicUrl, tls, trustProxy }: Config): string[] {
  if (publicUrl.protocol === 'http:')
    return isThisMachine(publicUrl)
      ? []
      : [
          'PUBLIC_URL is an http address of another machine: passwords and sessions are sent unencrypted, and anyone on the network can read them. Use https.',
        ]
  if (tls !== null || trustProxy !== null) return []
  return [
    'PUBLIC_URL is an https address and TLS_CERT is not set, so a proxy is in front. Set TRUST_PROXY, or all requests have the address of that proxy: failed sign-ins of one visitor then lock all users out.',
  ]
}

const isThisMachine = ({ hostname }: URL): boolean =>
  ['localhost', '[::1]'].includes(hostname) || /^127(?:\.\d+){3}$/u.test(hostname)

/** All problems of the environment at once, without any secret's value. */
export class ConfigProblems extends StartRefused {
  override readonly name = 'ConfigProblems'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n- ${problems.join('\n- ')}`)
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads and checks the environment. */
export function readConfig(environment: Environment): Config {
  const { values, problems } = withSecretFiles(environment)
  const parsed = variables.safeParse(values)
  if (!parsed.success) problems.push(...parsed.error.issues.map(describeIssue))
  // Files and rules over several variables are checked with the readable values, so that all
  // problems are reported.
  const read = parsed.data ?? readable(values)
  problems.push(...problemsBetween(read))
  const tls = readTls(read, problems)
  const microsoft = microsoftFrom(read, problems)
  if (!parsed.success || problems.length > 0) throw new ConfigProblems(problems)
  const secretKeyFile = environment['SECRET_KEY_FILE'] || null
  return toConfig(parsed.data, { tls, microsoft, secretKeyFile })
}

const SECRETS = [
  'DATABASE_URL',
  'SECRET_KEY',
  'METRICS_TOKEN',
  'ADMIN_PASSWORD',
  'MICROSOFT_CLIENT_SECRET',
  'MICROSOFT_CLIENT_CERTIFICATE',
  'TLS_KEY',
] as const

function withSecretFiles(environment: Environment) {
  const problems: string[] = []
  // Compose files and shells use empty variables for 'not set'.
  const values = Object.fromEntries(
    Object.keys(variables.shape).map((name) => [name, environment[name] || undefined]),
  )
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`] || undefined
    if (file === undefined) continue
    if (values[name] !== undefined)
      problems.push(`${name} and ${name}_FILE are both set; keep one of them`)
    else values[name] = readSecretFile(`${name}_FILE`, file, problems)
  }
  return { values, problems }
}

const describeIssue = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.')}: ${issue.message}`

function readable(values: Record<string, string | undefined>): Readable {
  const usable = Object.entries(variables.shape).flatMap(([name, schema]) =>
    schema.safeParse(values[name]).success ? [[name, values[name]] as const] : [],
  )
  return variables.partial().parse(Object.fromEntries(usable))
}

function problemsBetween(read: Readable): string[] {
  const problems = [
    togetherOrNot(read, ['TLS_CERT', 'TLS_KEY']),
    togetherOrNot(read, ['ADMIN_USERNAME', 'ADMIN_PASSWORD']),
    simulationProblem(read),
    graceProblem(read),
    read.TLS_CERT !== undefined && read.PUBLIC_URL?.protocol === 'http:'
      ? 'PUBLIC_URL: with TLS_CERT it must be an https address'
      : null,
    read.DATABASE_URL !== undefined && read.SECRET_KEY === undefined
      ? 'SECRET_KEY: required with DATABASE_URL (32 bytes in base64)'
      : null,
  ]
  return problems.filter((problem) => problem !== null)
}

function togetherOrNot(read: Readable, names: readonly (keyof Variables)[]): string | null {
  const missing = names.filter((name) => read[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return null
  return `${names.join(', ')} must be set together; missing: ${missing.join(', ')}`
}

function simulationProblem(read: Readable): string | null {
  const isRefused =
    read.MICROSOFT_ENDPOINT !== undefined &&
    read.NODE_ENV === 'production' &&
    read.ALLOW_SIMULATED_MICROSOFT !== '1'
  return isRefused
    ? 'MICROSOFT_ENDPOINT: a simulated Microsoft is refused with NODE_ENV=production (ALLOW_SIMULATED_MICROSOFT=1 allows it)'
    : null
}

function graceProblem(read: Readable): string | null {
  const { tabClosedGraceSeconds: documented } = SESSION
  const isShortened = (read.SESSION_GRACE_SECONDS ?? documented) !== documented
  return isShortened && read.MICROSOFT_ENDPOINT === undefined
    ? 'SESSION_GRACE_SECONDS: accepted only with a simulated Microsoft (MICROSOFT_ENDPOINT)'
    : null
}

interface Tls {
  readonly cert: string
  readonly key: string
}

function readTls(read: Readable, problems: string[]): Tls | null {
  const cert = readPem('TLS_CERT', read.TLS_CERT, problems)
  const key = readPem('TLS_KEY', read.TLS_KEY, problems)
  if (cert === undefined || key === undefined) return null
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    problems.push(
      `TLS_CERT and TLS_KEY: not a certificate in PEM and its key (${errorCode(error) ?? 'unknown error'})`,
    )
  }
  return { cert, key }
}

/** Reads a certificate or key from the variable or from the file that it names. */
function readPem(name: string, value: string | undefined, problems: string[]): string | undefined {
  if (value === undefined || value.startsWith('-----BEGIN ')) return value
  return readSecretFile(name, value, problems)
}

interface FileSettings {
  readonly tls: Tls | null
  readonly microsoft: ProvisionedMicrosoft | null
  readonly secretKeyFile: string | null
}

function toConfig(read: Variables, { tls, microsoft, secretKeyFile }: FileSettings) {
  const scheme = tls ? 'https' : 'http'
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL ?? new URL(`${scheme}://localhost:${read.PORT}`),
    /** True when the operator has https for all subdomains of the host. */
    hstsIncludesSubdomains: read.HSTS_INCLUDE_SUBDOMAINS === '1',
    trustProxy: read.TRUST_PROXY ?? null,
    tls,
    dataDir: path.resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL ?? null,
    secretKey: read.SECRET_KEY ?? null,
    /** The file of the key, if the environment names one. */
    secretKeyFile,
    metricsToken: read.METRICS_TOKEN ?? null,
    logLevel: read.LOG_LEVEL,
    firstAdministrator: firstAdministratorOf(read),
    microsoft,
    microsoftCloud: read.MICROSOFT_CLOUD,
    /** The file with the app registration's tokens of another identity provider. */
    federatedTokenFile: read.MICROSOFT_FEDERATED_TOKEN_FILE ?? null,
    microsoftEndpoint: read.MICROSOFT_ENDPOINT ?? null,
    /** For tests: shorter than the documented 30, only with a simulated Microsoft. */
    sessionGraceSeconds: read.SESSION_GRACE_SECONDS,
    nodeEnv: read.NODE_ENV ?? null,
  }
}

function firstAdministratorOf(read: Variables) {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = read
  return username === undefined || password === undefined ? null : { username, password }
}
