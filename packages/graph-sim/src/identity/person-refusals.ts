import type { RefusalKind } from './refusal-kind.ts'

/** Refusals of a person's sign-in, consent or code. */
export const PERSON_REFUSALS = {
  grantMalformed: {
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
  consentMissing: {
    code: 65001,
    status: 400,
    error: 'invalid_grant',
    suberror: 'consent_required',
    isExplained: true,
    text: ({ appId, appName }) =>
      `The user or administrator has not consented to use the application with ID '${appId}' named '${appName}'. Send an interactive authorization request for this user and resource.`,
  },
  mfaRequired: {
    code: 50076,
    status: 400,
    error: 'interaction_required',
    suberror: 'basic_action',
    claims:
      '{"access_token":{"capolids":{"essential":true,"values":["8e9d0cb5-3a3d-4c2a-9b7c-6f0a4d1f2e11"]}}}',
    isExplained: true,
    text: () =>
      `Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication to access '00000003-0000-0000-c000-000000000000'.`,
  },
  personDisabled: {
    code: 50057,
    status: 400,
    error: 'invalid_grant',
    isExplained: true,
    text: () => 'The user account is disabled.',
  },
  promptUnsupported: {
    code: 90023,
    status: 400,
    error: 'invalid_request',
    text: ({ value }) => `Unsupported 'prompt' value '${value}'.`,
  },
  consentDeclined: {
    code: 65004,
    status: 400,
    error: 'consent_required',
    text: () => 'User declined to consent to access the app.',
  },
  consentNeedsAdmin: {
    code: 90094,
    status: 400,
    error: 'access_denied',
    text: ({ appName }) =>
      `${appName} needs permission to access resources in your organization that only an admin can grant. Please ask an admin to grant permission to this app before you can use it.`,
  },
  consentNeedsRequest: {
    code: 90095,
    status: 400,
    error: 'access_denied',
    text: ({ appName }) =>
      `${appName} needs the approval of an admin. Your organization lets you ask for it: send a request with your reason.`,
  },
} as const satisfies Record<string, RefusalKind>
