import { jsonReply, type SimReply } from '../http.ts'

/** Who is refused, for the texts. */
export interface RefusalDetails {
  readonly appId?: string
  readonly appName?: string
  readonly tenant?: string
  readonly value?: string
}

interface RefusalKind {
  readonly code: number
  readonly status: number
  readonly error: string
  readonly text: (details: RefusalDetails) => string
  /** Microsoft has a page that explains the code. */
  readonly isExplained?: boolean
}

/** Microsoft's refusals (page "Microsoft Entra authentication and authorization error codes"). */
const REFUSALS = {
  wrongSecret: {
    code: 7000215,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: ({ appId }) =>
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${appId}'.`,
  },
  secretExpired: {
    code: 7000222,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: ({ appId }) =>
      `The provided client secret keys for app '${appId}' are expired. Visit the Azure portal to create new keys for your app: https://aka.ms/NewClientSecret, or consider using certificate credentials for added security: https://aka.ms/certCreds.`,
  },
  noSecret: {
    code: 7000218,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: () =>
      `The request body must contain the following parameter: 'client_assertion' or 'client_secret'.`,
  },
  appUnknown: {
    code: 700016,
    status: 400,
    error: 'unauthorized_client',
    isExplained: true,
    text: ({ appId, tenant }) =>
      `Application with identifier '${appId}' was not found in the directory '${tenant}'. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have sent your authentication request to the wrong tenant.`,
  },
  noServicePrincipal: {
    code: 7000229,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: ({ appId, tenant }) =>
      `The client application ${appId} is missing service principal in the tenant ${tenant}. See instructions here: https://go.microsoft.com/fwlink/?linkid=2225119`,
  },
  appDisabled: {
    code: 7000112,
    status: 400,
    error: 'unauthorized_client',
    isExplained: true,
    text: ({ appId, appName }) => `Application '${appId}'(${appName}) is disabled.`,
  },
  tenantUnknown: {
    code: 90002,
    status: 400,
    error: 'invalid_request',
    isExplained: true,
    text: ({ tenant }) =>
      `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the tenant.`,
  },
  tenantMalformed: {
    code: 900023,
    status: 400,
    error: 'invalid_request',
    isExplained: true,
    text: ({ tenant }) =>
      `Specified tenant identifier '${tenant}' is neither a valid DNS name, nor a valid external domain.`,
  },
  tenantRequired: {
    code: 9001023,
    status: 400,
    error: 'invalid_request',
    text: ({ tenant }) =>
      `The grant type is not supported over the /${tenant} endpoint. Please use a tenant-specific endpoint.`,
  },
  postOnly: {
    code: 900561,
    status: 400,
    error: 'invalid_request',
    text: ({ value }) => `The endpoint only accepts POST requests. Received a ${value} request.`,
  },
  missingParameter: {
    code: 900144,
    status: 400,
    error: 'invalid_request',
    isExplained: true,
    text: ({ value }) => `The request body must contain the following parameter: '${value}'.`,
  },
  unsupportedGrant: {
    code: 70003,
    status: 400,
    error: 'unsupported_grant_type',
    isExplained: true,
    text: ({ value }) => `The app requested an unsupported grant type '${value}'.`,
  },
  badScope: {
    code: 70011,
    status: 400,
    error: 'invalid_scope',
    isExplained: true,
    text: ({ value }) =>
      `The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is not valid. The scope ${value} is not valid.`,
  },
  resourceUnknown: {
    code: 500011,
    status: 400,
    error: 'invalid_resource',
    isExplained: true,
    text: ({ value, tenant }) =>
      `The resource principal named ${value} was not found in the tenant named ${tenant}. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You might have sent your authentication request to the wrong tenant.`,
  },
  codeMalformed: {
    code: 9002313,
    status: 400,
    error: 'invalid_grant',
    isExplained: true,
    text: () => 'Invalid request. Request is malformed or invalid.',
  },
  codeUsed: {
    code: 54005,
    status: 400,
    error: 'invalid_grant',
    isExplained: true,
    text: () =>
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
  },
  codeExpired: {
    code: 70008,
    status: 400,
    error: 'invalid_grant',
    isExplained: true,
    text: () =>
      'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
  },
  codeOfOtherTenant: {
    code: 700005,
    status: 400,
    error: 'invalid_grant',
    isExplained: true,
    text: () =>
      'The provided authorization code is intended to use against another tenant, thus it is rejected.',
  },
  redirectChanged: {
    code: 500112,
    status: 400,
    error: 'invalid_client',
    text: ({ value }) =>
      `The reply address '${value}' does not match the reply address provided when requesting Authorization code.`,
  },
  verifierWrong: {
    code: 501481,
    status: 400,
    error: 'invalid_grant',
    text: () =>
      'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
  },
  throttled: {
    code: 90055,
    status: 429,
    error: 'temporarily_unavailable',
    text: () => 'TenantThrottlingError - There are too many incoming requests.',
  },
  transient: {
    code: 90033,
    status: 503,
    error: 'temporarily_unavailable',
    text: () => 'A transient error has occurred. Please try again.',
  },
  redirectUnknown: {
    code: 50011,
    status: 400,
    error: 'invalid_request',
    text: ({ value, appId }) =>
      `The redirect URI '${value}' specified in the request does not match the redirect URIs configured for the application '${appId}'. Make sure the redirect URI sent in the request matches one added to your application in the Azure portal.`,
  },
  personOfOtherTenant: {
    code: 50020,
    status: 400,
    error: 'invalid_request',
    text: ({ value, tenant, appId, appName }) =>
      `User account '${value}' from another directory does not exist in tenant '${tenant}' and cannot access the application '${appId}'(${appName}) in that tenant. The account needs to be added as an external user in the tenant first.`,
  },
  personUnknown: {
    code: 50034,
    status: 400,
    error: 'invalid_request',
    text: ({ value }) => `The user account ${value} does not exist in the directory.`,
  },
  declined: {
    code: 65004,
    status: 400,
    error: 'access_denied',
    text: () => 'User declined to consent to access the app.',
  },
  silentSignIn: {
    code: 50058,
    status: 400,
    error: 'login_required',
    text: () =>
      'A silent sign-in request was sent but no user is signed in. The cookies used to represent the user session were not sent in the request to Azure AD.',
  },
  responseTypeUnsupported: {
    code: 700054,
    status: 400,
    error: 'unsupported_response_type',
    text: ({ value }) => `response_type '${value}' is not enabled for the application.`,
  },
  responseModeUnsupported: {
    code: 70007,
    status: 400,
    error: 'invalid_request',
    text: ({ value }) =>
      `'${value}' is not a supported value of 'response_mode' when requesting a token.`,
  },
  challengeMethodUnsupported: {
    code: 9002331,
    status: 400,
    error: 'invalid_request',
    text: ({ value }) => `'${value}' is not a supported value of 'code_challenge_method'.`,
  },
} as const satisfies Record<string, RefusalKind>

export type RefusalName = keyof typeof REFUSALS

/** Stops a request to the identity platform. */
export class IdentityRefusal extends Error {
  readonly kind: RefusalKind
  readonly details: RefusalDetails

  constructor(name: RefusalName, details: RefusalDetails = {}) {
    super(name)
    this.kind = REFUSALS[name]
    this.details = details
  }
}

/** What identifies one answer of the identity platform to Microsoft's support. */
export interface Trace {
  readonly traceId: string
  readonly correlationId: string
  readonly now: number
}

/** AADSTS text with the ids that Microsoft puts behind it. */
export function describeRefusal({ kind, details }: IdentityRefusal, trace: Trace): string {
  return `AADSTS${kind.code}: ${kind.text(details)} Trace ID: ${trace.traceId} Correlation ID: ${trace.correlationId} Timestamp: ${timestampOf(trace.now)}`
}

export function refusalReply(refusal: IdentityRefusal, trace: Trace): SimReply {
  const { kind } = refusal
  return jsonReply(kind.status, {
    error: kind.error,
    error_description: describeRefusal(refusal, trace),
    error_codes: [kind.code],
    timestamp: timestampOf(trace.now),
    trace_id: trace.traceId,
    correlation_id: trace.correlationId,
    ...(kind.isExplained
      ? { error_uri: `https://login.microsoftonline.com/error?code=${kind.code}` }
      : {}),
  })
}

function timestampOf(now: number): string {
  return new Date(now)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z')
}
