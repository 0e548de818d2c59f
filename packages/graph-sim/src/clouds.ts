export type CloudName = 'global' | 'usgov' | 'usgovdod' | 'china'

/** Microsoft's clouds: the host names of sign-in and of Graph (page "National cloud deployments"). */
export interface Cloud {
  readonly name: CloudName
  readonly loginHost: string
  /** Host of the issuer of v2.0 tokens; differs from the sign-in host only in China. */
  readonly issuerHost: string
  /** Host of the issuer of v1.0 tokens. */
  readonly stsHost: string
  readonly graphHost: string
  readonly instanceName: string
  /** Other names of the sign-in hosts; the first one is where MSAL keeps its cache. */
  readonly aliases: readonly string[]
}

const GLOBAL: Cloud = {
  name: 'global',
  loginHost: 'login.microsoftonline.com',
  issuerHost: 'login.microsoftonline.com',
  stsHost: 'sts.windows.net',
  graphHost: 'graph.microsoft.com',
  instanceName: 'microsoftonline.com',
  aliases: [
    'login.windows.net',
    'login.microsoftonline.com',
    'login.microsoft.com',
    'sts.windows.net',
  ],
}
const US_GOVERNMENT: Cloud = {
  ...GLOBAL,
  name: 'usgov',
  loginHost: 'login.microsoftonline.us',
  issuerHost: 'login.microsoftonline.us',
  graphHost: 'graph.microsoft.us',
  instanceName: 'microsoftonline.us',
  aliases: ['login.microsoftonline.us', 'login.usgovcloudapi.net'],
}
const US_DEFENSE: Cloud = {
  ...US_GOVERNMENT,
  name: 'usgovdod',
  graphHost: 'dod-graph.microsoft.us',
}
const CHINA: Cloud = {
  name: 'china',
  loginHost: 'login.chinacloudapi.cn',
  issuerHost: 'login.partner.microsoftonline.cn',
  stsHost: 'sts.chinacloudapi.cn',
  graphHost: 'microsoftgraph.chinacloudapi.cn',
  instanceName: 'partner.microsoftonline.cn',
  aliases: ['login.partner.microsoftonline.cn', 'login.chinacloudapi.cn'],
}

export const CLOUDS = [GLOBAL, US_GOVERNMENT, US_DEFENSE, CHINA] as const
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

/** Where usage reports are downloaded; only the global cloud has them. */
export const REPORTS_HOST = 'reports.office.com'

export type Service = 'identity' | 'graph' | 'reports' | 'loopback'
export interface Destination {
  readonly service: Service
  readonly cloud: Cloud
}

/** Where a request goes by its Host header; nothing for a host that is not Microsoft's. */
export function destinationOf(hostHeader: string): Destination | undefined {
  const host = hostHeader.toLowerCase().replace(/:\d+$/, '')
  if (LOOPBACK_HOSTS.includes(host)) return { service: 'loopback', cloud: GLOBAL }
  if (host === REPORTS_HOST) return { service: 'reports', cloud: GLOBAL }
  for (const cloud of CLOUDS) {
    if (host === cloud.graphHost) return { service: 'graph', cloud }
    if ([cloud.loginHost, cloud.issuerHost, ...cloud.aliases].includes(host)) {
      return { service: 'identity', cloud }
    }
  }
  return undefined
}

export function cloudByName(name: CloudName): Cloud {
  return CLOUDS.find((cloud) => cloud.name === name) ?? GLOBAL
}

/** The Graph resource that a scope such as https://graph.microsoft.com/.default names. */
export function isGraphResource(resource: string): boolean {
  return CLOUDS.some((cloud) => resource === `https://${cloud.graphHost}`)
}
