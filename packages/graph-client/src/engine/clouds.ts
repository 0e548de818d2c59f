/** The national clouds of Microsoft 365 (Microsoft's page "National cloud deployments"). */
export type Cloud = 'global' | 'usgov' | 'usgovdod' | 'china'

/** Features that Microsoft offers in some clouds only; other clouds refuse to read them. */
export type CloudFeature =
  /** `/reports/getOffice365…`, the use of Microsoft 365 by person. */
  | 'usageReports'
  /** `/security/secureScores`. */
  | 'secureScores'
  /** `/policies/authenticationMethodsPolicy`. */
  | 'authenticationMethodsPolicy'
  /** `/tenantRelationships/delegatedAdmin…` (GDAP). */
  | 'delegatedAdmin'
  /** Risk levels in the conditions of Conditional Access policies, and `/identityProtection`. */
  | 'identityProtection'
  /** The publisher that Microsoft has verified of an application. */
  | 'verifiedPublisher'

/** The hosts of one cloud; tokens, app registrations and tenants of one are unknown in another. */
type CloudHosts = {
  loginHost: string
  graphHost: string
  portalHost: string
  /** The host in the `iss` of its id_tokens, which differs from the login host in China. */
  issuerHost: string
  /** The one scope that an app-only token is asked for: everything that was consented. */
  scope: string
  /** By Microsoft's metadata of each cloud, August 2026. */
  lacks: readonly CloudFeature[]
}

const US_GOVERNMENT_LACKS = ['usageReports', 'verifiedPublisher'] as const

/** Service addresses of every cloud. */
export const CLOUDS = {
  global: {
    loginHost: 'login.microsoftonline.com',
    graphHost: 'graph.microsoft.com',
    portalHost: 'portal.azure.com',
    issuerHost: 'login.microsoftonline.com',
    scope: 'https://graph.microsoft.com/.default',
    lacks: [],
  },
  usgov: {
    loginHost: 'login.microsoftonline.us',
    graphHost: 'graph.microsoft.us',
    portalHost: 'portal.azure.us',
    issuerHost: 'login.microsoftonline.us',
    scope: 'https://graph.microsoft.us/.default',
    lacks: US_GOVERNMENT_LACKS,
  },
  usgovdod: {
    loginHost: 'login.microsoftonline.us',
    graphHost: 'dod-graph.microsoft.us',
    portalHost: 'portal.azure.us',
    issuerHost: 'login.microsoftonline.us',
    scope: 'https://dod-graph.microsoft.us/.default',
    lacks: US_GOVERNMENT_LACKS,
  },
  china: {
    loginHost: 'login.chinacloudapi.cn',
    graphHost: 'microsoftgraph.chinacloudapi.cn',
    portalHost: 'portal.azure.cn',
    issuerHost: 'login.partner.microsoftonline.cn',
    scope: 'https://microsoftgraph.chinacloudapi.cn/.default',
    lacks: [
      'usageReports',
      'secureScores',
      'authenticationMethodsPolicy',
      'delegatedAdmin',
      'identityProtection',
    ],
  },
} as const satisfies Record<Cloud, CloudHosts>

/** All hosts to which requests may be sent. */
export const MICROSOFT_HOSTS: ReadonlySet<string> = new Set(
  Object.values(CLOUDS).flatMap((cloud) => [
    cloud.loginHost,
    cloud.graphHost,
    cloud.portalHost,
    cloud.issuerHost,
  ]),
)

const REPORT_DOMAINS = ['office.com', 'office365.com', 'office.net', 'office365.us']

/**
 * Whether usage reports may be fetched from there, such as reports.office.com or
 * reportsncu.office.com: Graph names one of several hosts, and only Microsoft's can be one.
 */
export function isReportHost(host: string): boolean {
  return REPORT_DOMAINS.some((domain) => host.endsWith(`.${domain}`))
}
