import { isIP } from 'node:net'

import { TenantId } from '@tenantscope/contract/ids'
import { SESSION } from '@tenantscope/contract/limits'
import { z } from 'zod'

import { SecretKeyRefused, parseKeyRing } from '../lib/secret-key.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const GRACE_MESSAGE = `whole seconds from 1 to ${SESSION.tabClosedGraceSeconds}`

/** The environment variables. Messages name the expected value, never the given one. */
export const variables = z.object({
  PORT: z.coerce.number('a port number').int().min(1).max(65_535).default(3_000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: urlOf((url) => /^https?:$/u.test(url.protocol) && isBare(url), {
    message:
      'the address that browsers use, such as https://tenantscope.example.com, without a path',
  }).optional(),
  TRUST_PROXY: z.string().transform(proxiesIn).optional(),
  HSTS_INCLUDE_SUBDOMAINS: z.enum(['0', '1'], '0 or 1').default('0'),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//u, 'an address that starts with postgres:// or postgresql://')
    .optional(),
  SECRET_KEY: z.string().superRefine(areKeys).optional(),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ADMIN_USERNAME: z.string().trim().min(1).max(200).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  MICROSOFT_CLIENT_ID: guid('the application (client) id').optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_CLIENT_CERTIFICATE: z.string().optional(),
  MICROSOFT_FEDERATED_TOKEN_FILE: z.string().optional(),
  MICROSOFT_TENANT_ID: guid('the directory (tenant) id').pipe(TenantId).optional(),
  MICROSOFT_CLOUD: z
    .enum(['global', 'usgov', 'usgovdod', 'china'], 'one of global, usgov, usgovdod, china')
    .default('global'),
  MICROSOFT_ENDPOINT: urlOf((url) => url.protocol === 'http:' && isBare(url) && isLoopback(url), {
    message: 'a plain http address of this machine, such as http://127.0.0.1:4000',
  }).optional(),
  ALLOW_SIMULATED_MICROSOFT: z.string().optional(),
  SESSION_GRACE_SECONDS: z.coerce
    .number(GRACE_MESSAGE)
    .int(GRACE_MESSAGE)
    .min(1, GRACE_MESSAGE)
    .max(SESSION.tabClosedGraceSeconds, GRACE_MESSAGE)
    .default(SESSION.tabClosedGraceSeconds),
  NODE_ENV: z.string().optional(),
})
export type Variables = z.infer<typeof variables>

/** The readable values of an environment with problems. */
export type Readable = { [Name in keyof Variables]?: Variables[Name] | undefined }

function urlOf(isAllowed: (url: URL) => boolean, { message }: { message: string }) {
  return z.string().transform((text, context): URL => {
    const url = URL.parse(text)
    if (url !== null && isAllowed(url)) return url
    context.addIssue(message)
    return z.NEVER
  })
}

const isBare = (url: URL): boolean =>
  url.pathname === '/' &&
  [url.search, url.hash, url.username, url.password].every((part) => part === '')

const isLoopback = (url: URL): boolean =>
  ['localhost', '[::1]'].includes(url.hostname) || /^127(?:\.\d+){3}$/u.test(url.hostname)

function guid(what: string) {
  return z.guid(`${what}, like 00000000-0000-0000-0000-000000000000`).toLowerCase()
}

function areKeys(text: string, context: z.RefinementCtx): void {
  try {
    parseKeyRing(text)
  } catch (error) {
    if (!(error instanceof SecretKeyRefused)) throw error
    context.addIssue(error.message)
  }
}

function proxiesIn(text: string, context: z.RefinementCtx): number | string[] {
  if (/^\d{1,2}$/u.test(text)) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  context.addIssue(
    'the number of proxies in front, or their addresses as CIDRs separated by commas',
  )
  return z.NEVER
}

function isNetwork(network: string): boolean {
  const [address = '', bits, ...rest] = network.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/u.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
