import type { RefusalKind } from './refusal-kind.ts'

/** A federated token that is sound, but of another workload than the registration names. */
function federatedMismatch(code: number, part: 'issuer' | 'audience' | 'subject') {
  return {
    code,
    status: 401,
    error: 'invalid_client',
    text: ({ value }) =>
      `No matching federated identity record found for presented assertion ${part} '${value}'. Please check your federated identity credential Subject, Audience and Issuer against the presented assertion.`,
  } satisfies RefusalKind
}

/** Refusals caused by the app, its credential, the directory, or the service itself. */
export const APP_REFUSALS = {
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
      `The provided value for the input parameter 'scope' is not valid. The scope ${value} is not valid.`,
  },
  resourceUnknown: {
    code: 500011,
    status: 400,
    error: 'invalid_resource',
    isExplained: true,
    text: ({ value, tenant }) =>
      `The resource principal named ${value} was not found in the tenant named ${tenant}. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You might have sent your authentication request to the wrong tenant.`,
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
  assertionMalformed: {
    code: 50027,
    status: 400,
    error: 'invalid_request',
    isExplained: true,
    text: ({ value }) => `JWT token is invalid or malformed. ${value}`,
  },
  // The numbers and texts of the following refusals of an assertion are from memory.
  assertionAlgorithm: {
    code: 5002738,
    status: 400,
    error: 'invalid_request',
    text: ({ value }) =>
      `Invalid JWT token. '${value}' is not a supported signature algorithm. Supported signing algorithms are: 'RS256, PS256'`,
  },
  assertionKeyUnknown: {
    code: 700027,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: ({ value, appId }) =>
      `The certificate with identifier used to sign the client assertion is not registered on application. [Reason - The key was not found., Thumbprint of key used by client: '${value}', Please visit the Azure Portal, Graph Explorer or directly use MS Graph to see configured keys for app Id '${appId}'.]`,
  },
  assertionSignature: {
    code: 700027,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: ({ value }) =>
      `Client assertion contains an invalid signature. [Reason - The key was found, but use of the key to verify the signature failed., Thumbprint of key used by client: '${value}']`,
  },
  assertionKeyExpired: {
    code: 700027,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: ({ appId }) =>
      `Client assertion failed signature validation. [Reason - The key used is expired., Please visit the Azure Portal, Graph Explorer or directly use MS Graph to see configured keys for app Id '${appId}'.]`,
  },
  assertionTime: {
    code: 700024,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: ({ value }) => `Client assertion is not within its valid time range. ${value}`,
  },
  assertionAudience: {
    code: 700023,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: () =>
      'Client assertion audience claim does not match Realm issuer. Review the documentation at https://docs.microsoft.com/azure/active-directory/develop/active-directory-certificate-credentials .',
  },
  assertionOfOtherApp: {
    code: 700021,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: () => `Client assertion application identifier doesn't match 'client_id' parameter.`,
  },
  federatedSignature: {
    code: 50013,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: () =>
      'Assertion failed signature validation. [Reason - The provided signature value did not match the expected signature value.]',
  },
  federatedIssuer: federatedMismatch(700211, 'issuer'),
  federatedAudience: federatedMismatch(700212, 'audience'),
  federatedSubject: federatedMismatch(700213, 'subject'),
  federationUnmatched: {
    code: 70021,
    status: 401,
    error: 'invalid_client',
    isExplained: true,
    text: () =>
      'No matching federated identity record found for presented assertion. Please check your federated identity credential Subject, Audience and Issuer against the presented assertion.',
  },
  wrongCloud: {
    code: 90038,
    status: 400,
    error: 'invalid_request',
    isExplained: true,
    text: ({ tenant, value }) =>
      `The specified tenant '${tenant}' belongs to the National Cloud '${value}'. Current cloud instance does not federate with it. A cloud redirect error is returned.`,
  },
  // From memory, and therefore only by a fault.
  crossCloud: {
    code: 900432,
    status: 400,
    error: 'invalid_request',
    text: () => 'Confidential Client is not supported in Cross Cloud request.',
  },
  // From memory.
  sharedTenantRefused: {
    code: 90130,
    status: 400,
    error: 'invalid_request',
    text: ({ appId, appName, tenant }) =>
      `Application '${appId}' (${appName}) is not supported over the /${tenant} endpoint. Please use the /organizations or tenant-specific endpoint.`,
  },
  instanceUnknown: {
    code: 50049,
    status: 400,
    error: 'invalid_instance',
    isExplained: true,
    text: () => 'Unknown or invalid instance.',
  },
  accessBlocked: {
    code: 53003,
    status: 400,
    error: 'invalid_grant',
    isExplained: true,
    text: () =>
      'Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.',
  },
  // Microsoft documents the codes of what passes by itself, but not their statuses.
  externalRetryable: {
    code: 90006,
    status: 500,
    error: 'temporarily_unavailable',
    text: () => 'External server retryable error. Please retry.',
  },
  requestTimeout: {
    code: 90012,
    status: 500,
    error: 'temporarily_unavailable',
    text: () => 'The request has timed out. Please retry.',
  },
  budgetExceeded: {
    code: 90024,
    status: 503,
    error: 'temporarily_unavailable',
    text: () => 'A transient error has occurred: the request budget is exceeded. Please retry.',
  },
} as const satisfies Record<string, RefusalKind>
