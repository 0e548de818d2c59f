/** Microsoft's clouds: the host names of sign-in and of Graph (page "National cloud deployments"). */
export interface Cloud {
  readonly loginHost: string
  /** Host of the issuer of v2.0 tokens; differs from the sign-in host only in China. */
  readonly issuerHost: string
  /** Host of the issuer of v1.0 tokens. */
  readonly stsHost: string
  readonly graphHost: string
  readonly instanceName: string
}

const GLOBAL: Cloud = {
  loginHost: 'login.microsoftonline.com',
  issuerHost: 'login.microsoftonline.com',
  stsHost: 'sts.windows.net',
  graphHost: 'graph.microsoft.com',
  instanceName: 'microsoftonline.com',
}
const US_GOVERNMENT: Cloud = {
  ...GLOBAL,
  loginHost: 'login.microsoftonline.us',
  issuerHost: 'login.microsoftonline.us',
  graphHost: 'graph.microsoft.us',
  instanceName: 'microsoftonline.us',
}
const US_DEFENSE: Cloud = { ...US_GOVERNMENT, graphHost: 'dod-graph.microsoft.us' }
const CHINA: Cloud = {
  loginHost: 'login.chinacloudapi.cn',
  issuerHost: 'login.partner.microsoftonline.cn',
  stsHost: 'sts.chinacloudapi.cn',
  graphHost: 'microsoftgraph.chinacloudapi.cn',
  instanceName: 'partner.microsoftonline.cn',
}

const CLOUDS = [GLOBAL, US_GOVERNMENT, US_DEFENSE, CHINA] as const
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

export type Service = 'identity' | 'graph' | 'loopback'
export interface Destination {
  readonly service: Service
  readonly cloud: Cloud
}

/** Where a request goes by its Host header; nothing for a host that is not Microsoft's. */
export function destinationOf(hostHeader: string): Destination | undefined {
  const host = hostHeader.toLowerCase().replace(/:\d+$/, '')
  if (LOOPBACK_HOSTS.includes(host)) return { service: 'loopback', cloud: GLOBAL }
  for (const cloud of CLOUDS) {
    if (host === cloud.graphHost) return { service: 'graph', cloud }
    if (host === cloud.loginHost || host === cloud.issuerHost) return { service: 'identity', cloud }
  }
  return undefined
}

/** The Graph resource that a scope such as https://graph.microsoft.com/.default names. */
export function isGraphResource(resource: string): boolean {
  return CLOUDS.some((cloud) => resource === `https://${cloud.graphHost}`)
}
