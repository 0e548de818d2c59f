/** The national clouds of Microsoft 365 (Microsoft's page "National cloud deployments"). */
export type Cloud = 'global' | 'usgov' | 'usgovdod' | 'china'

/** Where one cloud's services answer; tokens, app registrations and tenants of one are unknown in another. */
export type CloudHosts = {
  loginHost: string
  graphHost: string
  portalHost: string
  /** The host in the `iss` of its id_tokens, which differs from the login host in China. */
  issuerHost: string
  /** The one scope that an app-only token is asked for: everything that was consented. */
  scope: string
}

/** The hosts of every cloud. */
export const CLOUDS = {
  global: {
    loginHost: 'login.microsoftonline.com',
    graphHost: 'graph.microsoft.com',
    portalHost: 'portal.azure.com',
    issuerHost: 'login.microsoftonline.com',
    scope: 'https://graph.microsoft.com/.default',
  },
  usgov: {
    loginHost: 'login.microsoftonline.us',
    graphHost: 'graph.microsoft.us',
    portalHost: 'portal.azure.us',
    issuerHost: 'login.microsoftonline.us',
    scope: 'https://graph.microsoft.us/.default',
  },
  usgovdod: {
    loginHost: 'login.microsoftonline.us',
    graphHost: 'dod-graph.microsoft.us',
    portalHost: 'portal.azure.us',
    issuerHost: 'login.microsoftonline.us',
    scope: 'https://dod-graph.microsoft.us/.default',
  },
  china: {
    loginHost: 'login.chinacloudapi.cn',
    graphHost: 'microsoftgraph.chinacloudapi.cn',
    portalHost: 'portal.azure.cn',
    issuerHost: 'login.partner.microsoftonline.cn',
    scope: 'https://microsoftgraph.chinacloudapi.cn/.default',
  },
} as const satisfies Record<Cloud, CloudHosts>

/** Every host of every cloud that a request may be addressed to. */
export const MICROSOFT_HOSTS: ReadonlySet<string> = new Set(
  Object.values(CLOUDS).flatMap((cloud) => [
    cloud.loginHost,
    cloud.graphHost,
    cloud.portalHost,
    cloud.issuerHost,
  ]),
)
